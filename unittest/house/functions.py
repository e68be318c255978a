"""Functions of C++ sources in the form of .clang-format, and how long they are. Used by house.py."""
import re

LONGEST = 60        # lines of a function, from its first line to its closing brace
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
PREPROCESSOR = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
SCOPE = re.compile(r"\b(?:namespace|class|struct|union|enum|extern)\b")
NAME = re.compile(r"([\w~:<>]*(?:operator *\S+|~?\w+)) *\(")
HEAD_ENDS = re.compile(r"(?:[)}]|\b(?:const|override|noexcept|final|mutable))$|->[\w:<>*& ]+$")


def blanked(text):
    """The text without comments, strings and preprocessor lines; each line stays where it is."""
    def blank(found):
        return re.sub(r"[^\n]", " ", found.group())
    return PREPROCESSOR.sub(blank, NO_CODE.sub(blank, text))


def without_brackets(head):
    """A head without what stands in round brackets, and without template arguments."""
    while True:
        shorter = re.sub(r"\([^()]*\)|<[^<>]*>", "", head)
        if shorter == head:
            return head
        head = shorter


def opens(head, inside):
    """What a brace after `head` opens within `inside`: a scope, a function, a member of a list of initial values, or a block."""
    if inside not in ("scope", "file"):
        return "block"
    bare = without_brackets(head).strip()
    if "=" in re.sub(r"operator\W+|[<>=!]=", "", bare):
        return "block"
    if SCOPE.search(bare) and "(" not in re.sub(r"\balignas\([^)]*\)|<[^<>]*>", "", head):
        return "scope"
    if "(" not in head:
        return "scope" if SCOPE.search(bare) else "block"
    if re.search(r"(?<!:):(?!:)", bare) and not HEAD_ENDS.search(head.rstrip()):
        return "initial"
    return "function"


def functions(text):
    """(name, first line, last line) of each function; those within a function, such as lambdas, are part of it."""
    code = blanked(text)
    stack, start, brackets = ["file"], 0, 0
    begun = None
    for place, char in enumerate(code):
        if char in "()":
            brackets += 1 if char == "(" else -1
        elif char == "{":
            kind = "block" if brackets else opens(code[start:place], stack[-1])
            if kind == "function":
                head = code[start:place]
                begun = start + len(head) - len(head.lstrip())
            stack.append(kind)
            if kind in ("scope", "function"):
                start = place + 1
        elif char == "}" and len(stack) > 1:
            kind = stack.pop()
            if kind == "function":
                head = re.sub(r"^template\s*<[^{]*?>\s*(?=[\w(])", "", code[begun:].lstrip())
                name = NAME.search(head)
                yield (name.group(1) if name else "?", code.count("\n", 0, begun) + 1, code.count("\n", 0, place) + 1)
            if kind in ("scope", "function"):
                start = place + 1
        elif char == ";" and not brackets and stack[-1] in ("scope", "file"):
            start = place + 1
        elif char == ":" and stack[-1] == "scope" and re.search(r"\b(?:public|protected|private)\s*$", code[start:place]):
            start = place + 1
