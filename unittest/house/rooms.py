"""The rooms of src/host and src/solvers: one folder for each subject. Used by house.py.

The tables of rooms are those of the developers' page (doc/src/Developer_vardem.rst): room, what it is for, which rooms it may include.
A room may include only rooms that stand above it in the table, and those only if its row names them."""
import re

LAYERS = ("host", "solvers")
MOST_FILES = 24    # a reader finds a file in such a list at a glance
ROW = re.compile(r"^   \* - ``(\w+)/``\n     - (.+(?:\n       .+)*)\n     - (.+(?:\n       .+)*)$", re.M)
TABLE = re.compile(r"^\.\. list-table:: Rooms of ``src/(\w+)``\n((?:\n|   .*\n)+)", re.M)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.M)


def tables_of_rooms(page):
    """{layer: {room: rooms that it may include}}, in the order of the page."""
    return {layer: {room: set(re.findall(r"\w+", "" if may == "none" else may)) for room, _, may in ROW.findall(table)}
            for layer, table in TABLE.findall(page)}


def check_table(rooms):
    order, wrong = list(rooms), []
    for room, may in rooms.items():
        wrong += [f"room {room} may include {other}, which does not stand above it in the table"
                  for other in sorted(may - set(order[:order.index(room)]))]
    return wrong


def includes_of(file, layer):
    """(what is included, its room or None) of each include of another file of this folder of src."""
    for included in INCLUDE.findall(file.read_text(encoding="utf-8")):
        path = included.split("/")
        if path[0] == layer.name or (file.parent / included).is_file() or (layer / included).is_file():
            yield included, path[1] if path[0] == layer.name and len(path) == 3 else None


def check_layer(src, layer, rooms):
    files = [file for file in sorted(layer.rglob("*")) if file.is_file()]
    wrong, used = check_table(rooms), set()
    for file in files:
        name, room = file.relative_to(src), file.relative_to(layer).parts[0]
        if file.parent.parent != layer or room not in rooms:
            wrong.append(f"{name} lies in no room of the developers' page")
            continue
        for included, other in includes_of(file, layer):
            used.add((room, other))
            if other is None:
                wrong.append(f'{name} includes "{included}"; write "{layer.name}/ROOM/FILE"')
            elif other != room and other not in rooms[room]:
                wrong.append(f"{name} includes {included}, and room {room} may not include room {other}")
    for room, may in rooms.items():
        count = sum(file.parent == layer / room for file in files)
        wrong += [f"room {room} has {count} files; at most {MOST_FILES} are a room"] if count > MOST_FILES else []
        wrong += [f"room {room} has no files"] if count == 0 else []
        wrong += [f"room {room} may include room {other}, and does not" for other in sorted(may) if (room, other) not in used]
    print(f"src/{layer.name}: {len(rooms)} rooms, {len(files)} files")
    return wrong


def check_rooms(src, page):
    tables = tables_of_rooms(page)
    wrong = [f"the developers' page has no table with the title Rooms of ``src/{layer}``" for layer in LAYERS if not tables.get(layer)]
    return wrong + sum((check_layer(src, src / layer, rooms) for layer, rooms in tables.items()), [])
