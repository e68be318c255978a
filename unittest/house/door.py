"""Access to what LAMMPS does not publish: only src/host/lammps/internals* may name what LAMMPS does not publish. Used by house.py.

A class of LAMMPS publishes its public members. The abstract bases also publish their protected members, since styles are written
that way. From all other classes ("concrete" ones) a derived class of ours can take protected members, and C++ allows it to do so.
This check reads the headers of LAMMPS, and complains where a class of ours outside of internals does."""
import re
from functions import blanked, functions

ABSTRACT = {"Angle", "AtomVec", "Bond", "Command", "Compute", "Dihedral", "Dump", "Fix", "Improper", "Integrate", "KokkosBase",
            "KSpace", "Min", "Pair", "Pointers", "Region"}
CLASS = re.compile(r"\b(?:class|struct)\s+([\w:]+)(?:\s+final)?\s*(?::(?!:)\s*([^;{}]*))?\{")
PATTERNS = {    # these are public, but not meant for styles
    r"\bget_(?:variable_)?info\(": "a text for the log", r"\bfmask\b": "Modify::fmask",
    r"\b(?:compute|fix|pair|bond)_map\b": "a list of styles", r"\w_restart_(?:global|peratom)\b": "a restart list of Modify",
    r"\blast_build\b": "NPair::last_build", r"\blast_stencil\b": "NStencil::last_stencil",
    r"#\s*define\s+(?:private|protected|class)\b": "a macro for an access specifier"}
NO_TYPE = r"(?!(?:return|delete|new|else|case|throw|goto|using|typename|and|or|not)\b)"


class Class:
    """A class definition in blanked code: its bases, and its members by access."""

    def __init__(self, name, bases, body, place, struct):
        self.name, self.body, self.place = name, body, place    # place: of the body in the file
        self.bases = [word for word in re.findall(r"\w+", bases or "")
                      if word not in {"public", "protected", "private", "virtual", "LAMMPS_NS", "VARDEM_NS"}]
        self.access, self.overrides = {}, set()    # name -> access
        self.read_members("public" if struct else "private")

    def read_members(self, access):
        flat = inner_blanked(self.body)
        for statement in re.split(r"[;}]", flat):
            while True:
                specifier = re.match(r"\s*(public|protected|private)\s*:(?!:)", statement)
                if not specifier:
                    break
                access, statement = specifier.group(1), statement[specifier.end():]
            for name in member_names(statement):
                self.access[name] = access
                if re.search(r"\boverride\b", statement):
                    self.overrides.add(name)


def inner_blanked(body):
    """A class body without what is in its inner braces."""
    depth, out = 0, []
    for char in body:
        depth -= char == "}"
        out.append(char if depth == 0 or char == "\n" else " ")
        depth += char == "{"
    return "".join(out)


def member_names(statement):
    """Names that a statement of a class body declares."""
    statement = re.sub(r"^\s*template\s*<.*?>\s*(?=\w)", "", statement, flags=re.S)
    if re.match(r"\s*(?:friend|static_assert)\b|\s*enum\b[^;]*\{", statement):
        return []
    nested = re.match(r"\s*(?:class|struct|union)\s+(\w+)[^;{]*?(\{|$)", statement)
    if nested and nested.group(2) == "{":
        return [nested.group(1)]
    statement = re.sub(r"\b(?:class|struct|enum)\s+(?=\w)", "", statement)    # class Molecule *onemol;
    using = re.match(r"\s*using\s+(?:[\w<>, ]+::)?(\w+)", statement)
    if using:
        return [using.group(1)]
    if "(" in statement and not re.match(r"\s*std::function\b", statement):
        name = re.search(r"(~?\w+)\s*\(", statement)
        return [name.group(1)] if name and not name.group(1).startswith("~") else []
    names = []
    shorter = re.sub(r"<[^<>]*>", "", re.sub(r"<[^<>]*>", "", statement))
    for piece in shorter.split(","):
        name = re.search(r"(\w+)\s*(?:\[.*)?$", re.split(r"[={:](?!:)", piece)[0].strip(), re.S)
        if name and not name.group(1).isdigit():
            names.append(name.group(1))
    return names if re.search(r"\w+[\s*&>]+\w", statement) else []


def classes(code):
    """All class definitions in blanked code, also those within others."""
    for found in CLASS.finditer(code):
        depth, end = 1, found.end()
        while depth and end < len(code):
            depth += {"{": 1, "}": -1}.get(code[end], 0)
            end += 1
        yield Class(found.group(1).split("::")[-1], found.group(2), code[found.end():end - 1], found.end(),
                    found.group().startswith("struct"))


class Lammps:
    """Classes of LAMMPS by name, read from their headers when they are asked for."""

    def __init__(self, source):
        self.where, self.known = {}, {}
        for header in sorted(source.rglob("*.h")):
            for found in CLASS.finditer(header.read_text(encoding="utf-8", errors="replace")):
                self.where.setdefault(found.group(1), header)

    def get(self, name):
        if name not in self.known:
            header = self.where.get(name)
            code = blanked(header.read_text(encoding="utf-8", errors="replace")) if header else ""
            self.known[name] = next((one for one in classes(code) if one.name == name), None)
        return self.known[name]


def in_door(file):
    return file.parent.name == "lammps" and file.stem.startswith("internals")


class House:
    """Our classes, and what each of them could take from LAMMPS."""

    def __init__(self, files, lammps):
        self.lammps, self.code, self.classes, self.doors = lammps, {}, {}, set()
        for file in files:
            self.code[file] = blanked(file.read_text(encoding="utf-8"))
            for one in classes(self.code[file]):
                self.classes.setdefault(one.name, one)
                if in_door(file):
                    self.doors.add(one.name)
        for one in self.classes.values():    # a template with its own parameter as base: what others put in its place
            if "Base" in one.bases:
                for other in self.classes.values():
                    if one.name in other.bases:
                        one.bases += [base for base in other.bases if base not in one.bases and base != one.name]

    def ancestors(self, name, seen):
        """Our classes and those of LAMMPS from which a class derives, with itself."""
        if name in seen:
            return
        seen.add(name)
        one = self.classes.get(name) or self.lammps.get(name)
        for base in one.bases if one else ():
            self.ancestors(base, seen)

    def concrete(self, name):
        """Classes of LAMMPS, other than abstract ones, from which a class of ours derives."""
        seen = set()
        self.ancestors(name, seen)
        return sorted(base for base in seen - ABSTRACT if base not in self.classes and self.lammps.get(base))

    def closed(self, name, own=True):
        """{member: class of LAMMPS} of what a class of ours inherits, but LAMMPS does not publish. Names that the class declares
        itself are its own, unless `own` is False; those that a class of internals declares are published there."""
        seen, open_names = set(), set()
        self.ancestors(name, seen)
        for base in seen:
            if base in self.classes:
                if (base == name and own) or base in self.doors:
                    open_names |= set(self.classes[base].access)
            elif base in ABSTRACT and self.lammps.get(base):
                open_names |= set(self.lammps.get(base).access)
        members = {}
        for base in self.concrete(name):
            for member, access in self.lammps.get(base).access.items():
                if access == "public":
                    open_names.add(member)
                else:
                    members.setdefault(member, base)
        return {member: base for member, base in members.items() if member not in open_names}


def is_local(code, name):
    """True if a function declares this name itself, as a variable or as an argument."""
    word = rf"{NO_TYPE}[A-Za-z_][\w:]*(?:<[^;{{}}]*?>)?"
    kind = rf"(?:^|[;{{}}(,])\s*(?:(?:const|static|constexpr|auto)\s+)*(?:{word}|auto)\s*(?:\s[*&]*|[*&]\s?)(?:const\s+)?"
    return bool(re.search(rf"{kind}{name}\s*[=;,)\[{{:(]", code)
                or re.search(rf"{kind}\w+[^;(){{}}]*,\s*[*&]*{name}\s*[=;,\[{{]", code)
                or re.search(rf"\bauto\s*&?\s*\[[^\]]*\b{name}\b[^\]]*\]", code))


def uses(code, name):
    """Places where code names a member of its own object."""
    if name not in code:
        return []
    pattern = re.compile(rf"(?:\bthis->|\b(?:Base|[A-Z]\w*)(?:<[\w, ]*>)?::|(?<![\w.>:&]))({name})\b")
    if is_local(code, name):
        pattern = re.compile(rf"(?:\bthis->|\b(?:Base|Fix\w+|Pair\w+)::)({name})\b")
    return [found.start(1) for found in pattern.finditer(code)]


def parts(house):
    """(class, file, place, code): our code outside of internals that belongs to a class which derives from a concrete one."""
    reaching = {name for name in house.classes if name not in house.doors and house.concrete(name)}
    for file, code in house.code.items():
        if in_door(file):
            continue
        for one in classes(code):
            if one.name in reaching:
                yield one.name, file, one.place, one.body
        starts = [0] + [found.end() for found in re.finditer("\n", code)] + [len(code)]
        for name, first, last in functions(code):
            owner = re.sub(r"<[^<>]*>", "", name).split("::")
            if len(owner) > 1 and owner[-2] in reaching:
                yield owner[-2], file, starts[first - 1], code[starts[first - 1]:starts[last]]


def complaints_of(house):
    """(file, place, class of LAMMPS, member) of what our code outside of internals names; some may be there twice."""
    for name, file, place, code in parts(house):
        for member, base in house.closed(name).items():
            for use in uses(code, member):
                yield file, place + use, base, member
        if code == house.classes[name].body:
            for found in re.finditer(r"\bfriend\b", code):
                yield file, place + found.start(), "", "access handed on to a friend"
            closed = house.closed(name, own=False)
            for member in house.classes[name].overrides & set(closed):
                yield file, place, closed[member], member + "()"
    for file, code in house.code.items():
        if in_door(file):
            continue
        for found in re.finditer(r"&\s*(\w+)::(\w+)", code):    # the address of an inherited member opens it in all objects
            owner, member = found.groups()
            if owner in house.classes and house.concrete(owner) and member not in house.classes[owner].access:
                yield file, found.start(2), house.closed(owner).get(member, house.concrete(owner)[0]), member
        text = file.read_text(encoding="utf-8")
        for pattern, what in PATTERNS.items():
            for found in re.finditer(pattern, text if "define" in pattern else code):
                yield file, found.start(), "", what


def statements(code):
    """(start, end) of the statements of a header that are in namespaces, and in nothing else."""
    depth, start, namespaces = 0, 0, 0
    for place, char in enumerate(code):
        if char == "{":
            if depth == 0 and re.search(r"\bnamespace\b[^;{}]*$", code[start:place]):
                namespaces, start = namespaces + 1, place + 1
            else:
                depth += 1
        elif char == "}" and depth == 0:
            namespaces, start = namespaces - 1, place + 1
        elif char == "}":
            depth -= 1
        if char in ";}" and depth == 0 and place >= start:
            if namespaces and code[start:place].strip():
                yield start, place + 1
            start = place + 1


def entries(header):
    """(name, comment, names of its tests) of the entries of a header of internals: functions, and classes that derive from
    others. Tests of a class may have the names of its functions."""
    text = header.read_text(encoding="utf-8")
    code, comment = blanked(text), ""
    for start, end in statements(code):
        said = " ".join(text[start:end - len(code[start:end].lstrip())].split())
        comment = said or comment
        statement = code[start:end]
        function = re.match(r"[^({=]*?(\w+)\s*\(", statement)
        derived = next((one for one in classes(statement) if one.bases), None)
        if derived:
            yield derived.name, comment, {derived.name, *derived.access}
        elif function and not re.match(r"\s*(?:class|struct|using|enum)\b", statement):
            yield function.group(1), comment, {function.group(1)}


def plain(name):
    return name.lower().replace("_", "")


def check_entries(src, tests, lammps_source):
    """Each entry says on what it relies, which LAMMPS has, and there is a test with its name."""
    names = [plain(name) for test in sorted(tests.rglob("test_internals*.cpp"))
             for name in re.findall(r"\bTEST(?:_F|_P)?\(\s*\w+,\s*(\w+)\s*\)", test.read_text(encoding="utf-8"))]
    wrong, seen = [], 0
    for header in sorted((src / "host" / "lammps").glob("internals*.h")):
        for entry, comment, tested in entries(header):
            seen += 1
            if "Relies on" not in comment:
                wrong.append(f"host/lammps/{header.name} does not say on what {entry} relies")
            for file in re.findall(r"\bsrc/([\w/]+\.(?:h|cpp))\b", comment.split("Relies on")[-1]):
                if not (lammps_source / file).is_file():
                    wrong.append(f"host/lammps/{header.name}: entry {entry} relies on src/{file}, which LAMMPS does not have")
            if not any(name.startswith(plain(one)) for name in names for one in tested):
                wrong.append(f"host/lammps/{header.name} has entry {entry}, but no test in test_internals*.cpp has its name")
    print(f"{seen} entries, {len(names)} tests")
    return wrong if seen and names else wrong + ["there are no entries, or no tests"]


def check_door(src, files, lammps_source):
    """One line for each file and class of LAMMPS."""
    house = House(files, Lammps(lammps_source))
    wrong = {}
    for file, place, base, member in complaints_of(house):
        line = house.code[file].count("\n", 0, place) + 1
        wrong.setdefault((str(file.relative_to(src)), base), {}).setdefault(member, set()).add(line)
    lines = []
    for (file, base), members in sorted(wrong.items()):
        where = ", ".join(f"{member} ({' '.join(map(str, sorted(at)))})" for member, at in sorted(members.items()))
        lines.append(f"{file} names what {base or 'LAMMPS'} does not publish: {where}")
    reaching = [name for name in house.classes if house.concrete(name)]
    print(f"{len(reaching)} classes derive from concrete classes of LAMMPS")
    return lines if reaching else lines + ["no class derives from a concrete class of LAMMPS: are these its headers?"]
