"""The page of what each style refuses, doc/src/Refusals_vardem.rst: each style of the package is there, and no
other; and behind each row is a message of the sources, whose text is in a comment in the row."""
import re

PAGE = "doc/src/Refusals_vardem.rst"
KINDS = {"Fix": "fix ", "Pair": "pair_style ", "Bond": "bond_style ", "Compute": "compute ",
         "Minimize": "min_style ", "Command": ""}
STYLE = re.compile(rf"^\s*({'|'.join(KINDS)})Style\(([a-z_/]+),", re.M)
SECTION = re.compile(r"^(:doc:`.+)\n\^+\n", re.M)
TITLE = re.compile(r":doc:`([^<]+) <(\w+)>`")
ROW = re.compile(r"^   \* - (?!it refuses)(.*)$", re.M)
COMMENT = re.compile(r"\.\. (.+)")
OF_LAMMPS = "LAMMPS"                                   # the comment of a row whose message LAMMPS writes
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
BETWEEN = re.compile(r'"\s*\n\s*"')                    # two parts of one literal


def styles_of(src):
    """The styles as commands of the input name them, without their /kk variants."""
    return {KINDS[kind] + name for header in sorted((src / "VARDEM").glob("*.h"))
            for kind, name in STYLE.findall(header.read_text(encoding="utf-8"))}


def texts_of(src):
    """All string literals of the sources."""
    sources = [file for end in ("h", "cpp") for file in src.rglob(f"*.{end}")]
    return "\n".join(text for file in sources for text in LITERAL.findall(BETWEEN.sub("", file.read_text(encoding="utf-8"))))


def wrong_rows(title, rows, texts):
    """Complaints about the rows of a section."""
    wrong = [] if rows else [f"{title}: the section has no rows"]
    for row in rows:
        comment = COMMENT.fullmatch(row)
        if not comment:
            wrong.append(f"{title}: a row does not begin with its message in a comment: {row}")
        elif comment.group(1) != OF_LAMMPS and comment.group(1) not in texts:
            wrong.append(f"{title}: no message of the sources has the text: {comment.group(1)}")
    return wrong


def check_refusals(root):
    wrong, shown = [], []
    texts, parts = texts_of(root / "src"), SECTION.split((root / PAGE).read_text(encoding="utf-8"))
    for title, body in zip(parts[1::2], parts[2::2]):
        named = TITLE.findall(title)
        shown += [name for name, _ in named]
        wrong += [f"{name}: there is no page {page}" for name, page in named if not (root / PAGE).with_name(f"{page}.rst").exists()]
        wrong += wrong_rows(shown[-1], ROW.findall(body), texts)
    styles = styles_of(root / "src")
    wrong += [f"{name} is not in {PAGE}" for name in sorted(styles - set(shown))]
    wrong += [f"{name} is in {PAGE}, but is no style" for name in sorted(set(shown) - styles)]
    wrong += [f"{name} is in {PAGE} twice" for name in sorted({name for name in shown if shown.count(name) > 1})]
    print(f"{len(styles)} styles, {len(ROW.findall(''.join(parts)))} rows")
    return wrong if styles else ["there are no styles"]
