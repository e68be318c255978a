"""The rooms of src/host: one folder for each subject. Used by house.py.

The table of rooms is that of the developers' page (doc/src/Developer_vardem.rst): room, what it is for, which rooms it may include.
A room may include only rooms that stand above it in the table, and those only if its row names them."""
import re

MOST_FILES = 24    # a reader finds a file in such a list at a glance
ROW = re.compile(r"^   \* - ``(\w+)/``\n     - (.+(?:\n       .+)*)\n     - (.+(?:\n       .+)*)$", re.M)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.M)


def table_of_rooms(page):
    """{room: rooms that it may include}, in the order of the page."""
    return {room: set(re.findall(r"\w+", "" if may == "none" else may)) for room, _, may in ROW.findall(page)}


def check_table(rooms):
    order, wrong = list(rooms), []
    for room, may in rooms.items():
        wrong += [f"room {room} may include {other}, which does not stand above it in the table"
                  for other in sorted(may - set(order[:order.index(room)]))]
    return wrong if rooms else ["the developers' page has no table of rooms"]


def includes_of(file, host):
    """(what is included, its room or None) of each include of another file of src/host."""
    for included in INCLUDE.findall(file.read_text(encoding="utf-8")):
        path = included.split("/")
        if path[0] == "host" or (file.parent / included).is_file() or (host / included).is_file():
            yield included, path[1] if path[0] == "host" and len(path) == 3 else None


def check_rooms(src, page):
    host, rooms = src / "host", table_of_rooms(page)
    files = [file for file in sorted(host.rglob("*")) if file.is_file()]
    wrong, used = check_table(rooms), set()
    for file in files:
        name, room = file.relative_to(src), file.relative_to(host).parts[0]
        if file.parent.parent != host or room not in rooms:
            wrong.append(f"{name} lies in no room of the developers' page")
            continue
        for included, other in includes_of(file, host):
            used.add((room, other))
            if other is None:
                wrong.append(f'{name} includes "{included}"; write "host/ROOM/FILE"')
            elif other != room and other not in rooms[room]:
                wrong.append(f"{name} includes {included}, and room {room} may not include room {other}")
    for room, may in rooms.items():
        count = sum(file.parent == host / room for file in files)
        wrong += [f"room {room} has {count} files; at most {MOST_FILES} are a room"] if count > MOST_FILES else []
        wrong += [f"room {room} has no files"] if count == 0 else []
        wrong += [f"room {room} may include room {other}, and does not" for other in sorted(may) if (room, other) not in used]
    print(f"{len(rooms)} rooms, {len(files)} files")
    return wrong
