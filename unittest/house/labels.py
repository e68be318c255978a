"""Labels of the kernels and profiling regions in src/KOKKOS, as kokkos-tools show them: "vardem/<style>::<phase>". A phase
may have parts, as in "vardem/compatible/cd::forward::pack".

A label is a string of this form, or it comes from a helper: an expression with the word label in one of its names, as label(style,
"pack_exchange") or an argument that is called label. A helper builds labels from a string that begins with vardem/.

And the functors of kernels: nvcc takes none that is private or protected in a class, which compilers for CPUs do not find."""
import re

KERNEL = re.compile(r"\bKokkos::(parallel_(?:for|reduce|scan))\s*(?:<[^;(]*>\s*)?\(")
REGION = re.compile(r"\bKokkos::Profiling::ScopedRegion(?:\s+\w+)?\s*[({]")
PUSHED = re.compile(r"\bKokkos::Profiling::pushRegion\s*\(")
LABEL = re.compile(r'"vardem/[\w/]+(?:::\w+)+"$')
HELPER = re.compile(r"\b\w*label\w*\b", re.I)
SECTION = re.compile(r"( *) (private|protected|public):")
TYPE = re.compile(r"( *)(?:template <.*> )?(class|struct) (\w+)[^;]*$")
CALL = re.compile(r"( *)  .*_INLINE\w* .*operator\(\)")
COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)


def without_comments(text):
    """The text with spaces in place of comments; lines stay where they are."""
    def blank(found):
        piece = found.group()
        return piece if piece.startswith('"') else re.sub(r"[^\n]", " ", piece)
    return COMMENT.sub(blank, text)


def first_argument(text, begin):
    """The text from begin to the comma or bracket that ends it."""
    depth, quoted = 0, False
    for k in range(begin, len(text)):
        c = text[k]
        if c == '"' and text[k - 1] != "\\":
            quoted = not quoted
        elif quoted:
            continue
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            if depth == 0:
                return text[begin:k].strip()
            depth -= 1
        elif c == "," and depth == 0:
            return text[begin:k].strip()
    return text[begin:].strip()


def is_label(argument):
    if argument.startswith('"'):
        return bool(LABEL.match(argument))
    code = re.sub(r'"(?:\\.|[^"\\])*"', '""', argument)
    return bool(HELPER.search(code))


def check_labels(files):
    """Complaints about (name, text) of sources."""
    wrong, seen = [], 0
    for name, text in files:
        code = without_comments(text)
        for pattern, what in ((KERNEL, None), (REGION, "ScopedRegion"), (PUSHED, "pushRegion")):
            for found in pattern.finditer(code):
                seen += 1
                argument = first_argument(code, found.end())
                if not is_label(argument):
                    line = code.count("\n", 0, found.start()) + 1
                    shown = " ".join(argument.split())[:60]
                    wrong.append(f"{name}:{line}: {what or found.group(1)} has no label vardem/STYLE::PHASE, but {shown}")
    print(f"{seen} kernels and regions")
    return wrong if seen else ["there are no kernels"]


def check_functors(files):
    """Complaints about (name, text) of sources in the form of .clang-format."""
    wrong = []
    for name, text in files:
        types, hides = {}, {}    # by indentation: the last type, and whether a type there is hidden
        for number, line in enumerate(text.splitlines(), 1):
            if found := SECTION.match(line):
                hides[found[1] + "  "] = found[2] != "public"
            elif found := TYPE.match(line):
                types[found[1]] = found[3], hides.get(found[1])
                hides[found[1] + "  "] = found[2] == "class"
            elif (found := CALL.match(line)) and types.get(found[1], ("", False))[1]:
                wrong.append(f"{name}:{number}: nvcc takes no functor that is private or protected, as {types[found[1]][0]} is here")
    return wrong
