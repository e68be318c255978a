#!/usr/bin/env python3
"""Checks how the sources are built on each other, and what they cite.

    house.py includes SRC [LAMMPS-SRC]    includes point downwards: plugin -> KOKKOS -> VARDEM -> host -> solvers -> kernels; a name
                                          is that of one file, and of no header of LAMMPS; names on floor host have no prefix
    house.py rooms SRC PAGE               files of src/host lie in the rooms of the developers' page, and include what it says (rooms.py)
    house.py door SRC LAMMPS-SRC TESTS    only src/host/lammps/internals* names what LAMMPS does not publish; each of its entries says on
                                          what it relies, and has a test (door.py)
    house.py functions SRC                no function is longer than a screen or two (functions.py)
    house.py headers SRC FOLDER LAUNCHER COMPILER [FLAG...]    each header of kernels and solvers compiles alone, with no LAMMPS at hand;
                                          FOLDER: for what is compiled; LAUNCHER: of CMake, such as ccache, or empty
    house.py lanes SRC FOLDER LAUNCHER COMPILER ID [FLAG...]    GCC makes vector code of the loops over lanes; status 77 if ID is not GNU
    house.py labels SRC                   kernels and profiling regions of src/KOKKOS are labelled vardem/STYLE::PHASE, and functors are
                                          public (labels.py)
    house.py notes ROOT                   comments and pages cite only sections of doc/notes that exist, in the form of doc/notes/README.md; page
                                          Measured_vardem names only tests and results that exist
    house.py gallery ROOT                 each example is in the gallery of the manual, with a small picture (gallery.py)
    house.py refusals ROOT                each style is on the page of what styles refuse, with messages that the sources have (refusals.py)
    house.py selftest                     the checks find what is wrong in a tree made wrong on purpose

Prints what is out of place; exit status 1 if there is anything."""
import itertools
import re
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True    # the source tree stays as it is
from door import check_door, check_entries
from functions import LONGEST, blanked, functions
from gallery import BYTES, check_gallery
from labels import check_functors, check_labels
from refusals import check_refusals
from rooms import check_rooms

FLOORS = ["kernels", "solvers", "host", "VARDEM", "KOKKOS", "plugin"]    # from the ground up
WITHOUT_LAMMPS = ["kernels", "solvers"]
SOURCES = {".h", ".hpp", ".cpp", ".cu"}
CITING = ["src", "unittest", "bench", "examples", "doc"]
LOG = re.compile(r"log\.|.*\.g\+\+\.\d+$")                                  # output of LAMMPS
GAP = r"(?:\s|//|\*|#)+"                                                  # also from one line of a comment to the next
NUMBER = r"\d+(?:\.\d+)*"
CITATION = re.compile(rf"doc/notes/([\w-]+)\.md(?:{GAP}({NUMBER}(?:{GAP}and{GAP}{NUMBER})*))?")
NAMED = re.compile(r"``((?:unittest|bench/results)/[^`]+)``")                # file on page Measured_vardem
HEADING = re.compile(rf"^#+ ({NUMBER})\.? ", re.M)
VAGUE = re.compile(rf"\bnotes?(?:{GAP}(?:to|on|of){GAP}|,?{GAP})"
                   r"(?:Woo\b|[a-z]+(?:-[a-z]+)+\b|sections?\b|table\b|[A-Z]?\d+\.\d)"
                   rf"|\b(?:in|of){GAP}(?:the|its){GAP}notes?\b|\bthe{GAP}notes?(?:'s|{GAP}(?:has|have|gives?))\b|\w+TheNotes?\b", re.I)
ISSUE = re.compile(rf"(?<!LAMMPS )\bissues?(?::|{GAP}\"|{GAP}#?\d)", re.I)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)


def sources(src):
    """(floor, file) of all sources."""
    for floor in FLOORS:
        for file in sorted((src / floor).rglob("*")):
            if file.suffix in SOURCES:
                yield floor, file


def floor_of(included, src):
    """Floor of an included file, or None if it is none of ours. The folder need not be given."""
    if (src / included).is_file():
        return included.split("/")[0]
    return next((floor for floor in FLOORS if (src / floor / included).is_file()), None)


def check_names(src, lammps_source):
    """Complaints about names of files, and about prefixes where a namespace does their work."""
    wrong, seen = [], {}
    taken = {header.name for header in lammps_source.rglob("*.h")} if lammps_source else set()
    for floor, file in sources(src):
        name = file.relative_to(src)
        if file.name in seen:
            wrong.append(f"{name} has the name of {seen[file.name]}")
        seen[file.name] = name
        if file.name in taken:
            wrong.append(f"{name} has the name of a header of LAMMPS")
        if floor == "host":
            prefixed = set(re.findall(r"\bVardem[A-Z]\w*", blanked(file.read_text(encoding="utf-8"))))
            prefixed |= {file.name} if re.match("vardem", file.name, re.I) else set()
            wrong += [f"{name} names {one}; names in src/host have no prefix" for one in sorted(prefixed)]
    return wrong


def check_includes(src, lammps_source=None):
    wrong = check_names(src, lammps_source)
    for floor, file in sources(src):
        text = file.read_text(encoding="utf-8")
        name = file.relative_to(src)
        for bracket, included in INCLUDE.findall(text):
            of = floor_of(included, src)
            if of and FLOORS.index(of) > FLOORS.index(floor):
                wrong.append(f"{name} includes {included}, which is above it")
            if floor in WITHOUT_LAMMPS and not of and bracket == '"':
                wrong.append(f"{name} includes {included}: neither of ours nor of the system")
        if floor in WITHOUT_LAMMPS and re.search(r"\bLAMMPS_NS\b|\bMPI_\w+|\bKokkos::", text):
            wrong.append(f"{name} names LAMMPS, MPI or Kokkos")
    return wrong


def check_functions(src):
    wrong, seen = [], 0
    for _, file in sources(src):
        for name, first, last in functions(file.read_text(encoding="utf-8")):
            seen += 1
            if last - first + 1 > LONGEST:
                wrong.append(f"{file.relative_to(src)}:{first}: {name}() has {last - first + 1} lines; at most {LONGEST} are readable")
    print(f"{seen} functions")
    return wrong if seen else ["there are no functions"]


class Compiler:
    """Compiles texts that include our headers, in files of a folder of the build, so that a compiler cache knows them again. launcher: of the cache,
    or empty."""

    def __init__(self, src, folder, launcher, compiler):
        self.folder = Path(folder)
        self.command = [*filter(None, launcher.split(";")), compiler, "-std=c++17", "-I", str(src)]
        self.folder.mkdir(parents=True, exist_ok=True)

    def __call__(self, name, text, *flags):
        """Whether this text, in a file of this name, compiles, and what the compiler has said."""
        source = self.folder / f"{name}.cpp"
        source.write_text(text)
        command = [*self.command, *flags, "-c", str(source), "-o", str(source.with_suffix(".o"))]
        run = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return run.returncode == 0, run.stdout


def check_headers(src, compiler, flags):
    """A header with which another one begins is compiled alone where that one is."""
    headers = [file for floor, file in sources(src) if floor in WITHOUT_LAMMPS and file.suffix in {".h", ".hpp"}]
    begins = {match.group(2) for match in (INCLUDE.search(file.read_text(encoding="utf-8")) for file in headers) if match}
    names = [str(header.relative_to(src)) for header in headers]

    def complaints(name):
        twice = f'#include "{name}"\n#include "{name}"\n'    # include guard
        compiles, said = compiler(re.sub(r"\W", "_", name), twice, "-Wall", "-Wextra", "-Werror", *flags)
        return [] if compiles else [f"{name} does not compile alone:\n{said}"]

    with ThreadPoolExecutor(2) as pool:
        wrong = sum(pool.map(complaints, [name for name in names if name not in begins]), [])
    print(f"{len(names)} headers compile alone, {len(names) - len(begins & set(names))} of them were compiled")
    return wrong if headers else ["there are no headers"]


def check_lanes(compiler, flags):
    """A call that is not inlined, or a struct that stays in memory, takes the vectors away, and tells nobody."""
    header, wrong = "kernels/contact/contact_lanes.h", []
    laws = ("HertzForce", "WithRolling<HertzForce>", "WithRolling<WithCohesion<HookeForce>>", "WithRolling<JKRForce>")
    for law, springs in itertools.product(laws, ("HALF_STEP", "FULL_STEP", "FULL_STEP_WEAK")):
        loop = (f'#include "{header}"\n#include "kernels/contact/jkr.h"\nusing namespace VARDEM;\n'
                f"void f(LanesOf<{law}> &lanes, const ContactParameters &c, StepTime t, bool tally)\n"
                f"{{ find_forces<{law}, true, TangentialMemory::{springs}>(lanes, c, t, tally); }}\n")
        compiles, said = compiler(re.sub(r"\W", "_", law + springs), loop, "-O3", *flags, "-fopt-info-vec-optimized")
        found = len(re.findall(rf"{header}:\d+:\d+: optimized: loop vectorized", said))
        if not compiles or found < 2:
            wrong.append(f"{found} of the 2 loops over lanes of {law}, {springs}, are vector code; -fopt-info-vec-missed says why\n{said}")
    return wrong


def texts(root):
    """(file, text) of all that may cite a note: no pictures, no output of LAMMPS, and not the patterns in this file."""
    for folder in CITING:
        for file in sorted((root / folder).rglob("*")):
            if file.is_file() and file.name != Path(__file__).name and not LOG.match(file.name):
                try:
                    yield file, file.read_text(encoding="utf-8")
                except UnicodeDecodeError:
                    pass


def wrong_citations(text, sections):
    """(place in the text, complaint); sections: the numbers of the headings of each note."""
    for found in CITATION.finditer(text):
        note, numbers = found.groups()
        if note not in sections:
            yield found.start(), f"there is no doc/notes/{note}.md"
        for number in re.findall(NUMBER, numbers or ""):
            if number not in sections.get(note, {number}):
                yield found.start(), f"doc/notes/{note}.md has no section {number}"
    for pattern, what in ((VAGUE, "a note is cited as doc/notes/NAME.md N.M"), (ISSUE, "a reader cannot open an issue")):
        for found in pattern.finditer(text):
            yield found.start(), f"{what}, not as '{' '.join(found.group().split())}'"


def check_notes(root):
    notes = sorted((root / "doc" / "notes").glob("*.md"))
    sections = {note.stem: set(HEADING.findall(note.read_text(encoding="utf-8"))) for note in notes}
    wrong, cited = [], 0
    for file, text in texts(root):
        cited += len(CITATION.findall(text))
        for place, complaint in wrong_citations(text, sections):
            line = text.count("\n", 0, place) + 1
            wrong.append(f"{file.relative_to(root)}:{line}: {complaint}")
        if file.name == "Measured_vardem.rst":
            wrong += [f"{file.relative_to(root)}: there is no {name}" for name in NAMED.findall(text) if not (root / name).exists()]
    print(f"{len(notes)} notes, {cited} citations")
    return wrong if notes and cited else wrong + ["there are no notes, or nothing cites them"]


def write_tree(src, files):
    for name, text in files.items():
        (src / name).parent.mkdir(parents=True, exist_ok=True)
        (src / name).write_text(text)


def complaints(named, bad):
    """What a check has said wrongly, if it has named these files, and the bad ones are known."""
    return [f"{name} is wrong, and was not named" for name in bad - named] + \
           [f"{name} is right, and was named" for name in named - bad]


def selftest_includes():
    """Each of the bad files breaks one rule, and is named by check_includes()."""
    bad = {"kernels/up.h": '#include "solvers/solver.h"\n', "kernels/host.h": '#include "atom.h"\n',
           "kernels/ns.h": "namespace LAMMPS_NS {}\n", "solvers/style.h": '#include "fix_a.h"\n',
           "host/style.cpp": '#include "fix_a.h"\n', "host/prefix.h": "class VardemBodies;\n", "host/vardem_loads.h": "",
           "VARDEM/fix_b.h": '#include "fix_a_kokkos.h"\n', "KOKKOS/algebra.h": "", "solvers/neighbor.h": ""}
    good = {"solvers/solver.h": '#include "kernels/algebra.h"\n#include <vector>\n',
            "kernels/algebra.h": "#include <cmath>\n", "host/compatible/external_loads.h": '// as VardemLoads\n#include "atom.h"\n',
            "VARDEM/fix_a.h": '#include "fix_nve.h"\n#include "kernels/algebra.h"\n#include "host/compatible/external_loads.h"\n',
            "KOKKOS/fix_a_kokkos.h": '#include "fix_a.h"\n'}
    with tempfile.TemporaryDirectory() as folder:
        src, lammps = Path(folder, "src"), Path(folder, "lammps")
        write_tree(src, {**bad, **good})
        write_tree(lammps, {"neighbor.h": ""})
        return complaints({line.split()[0] for line in check_includes(src, lammps)}, set(bad))


def selftest_rooms():
    """Each of the bad files is in no room, or includes what its room may not."""
    title = ".. list-table:: Rooms of ``src/%s``\n   :header-rows: 1\n\n"
    page = (title % "host" + "   * - room\n     - what it is for\n     - may include\n" "   * - ``low/``\n     - one\n     - none\n"
            "   * - ``mid/``\n     - two\n       lines\n     - low\n" "   * - ``top/``\n     - three\n     - low, mid\n\n" + title % "solvers" + "   * - ``low/``\n     - four\n     - none\n\n")
    bad = {"solvers/bare.h": "", "host/alone.h": "", "host/other/a.h": "", "host/low/deep/b.h": "", "host/low/up.h": '#include "host/mid/good.h"\n',
           "host/top/bare.h": '#include "good_too.h"\n'}
    good = {"host/low/first.h": '#include "fix.h"\n', "host/mid/good.h": '#include "host/low/first.h"\n',
            "host/top/good_too.h": '#include "host/low/first.h"\n#include "host/mid/good.h"\n', "solvers/low/network.h": ""}
    with tempfile.TemporaryDirectory() as folder:
        src = Path(folder, "src")
        write_tree(src, {**bad, **good})
        found = complaints({line.split()[0] for line in check_rooms(src, page)}, set(bad))
    tables = {"order": page.replace("- none", "- mid"), "idle": page.replace("low, mid", "low"), "empty": ""}
    for what, table in tables.items():
        with tempfile.TemporaryDirectory() as folder:
            write_tree(Path(folder), good)
            found += [] if check_rooms(Path(folder), table) else [f"a table that is wrong was not named: {what}"]
    return found


LAMMPS_HEADERS = {
    "pointers.h": "class Pointers {\n protected:\n  Atom *atom;\n};\n",
    "fix.h": "class Fix : protected Pointers {\n public:\n  int nevery;\n protected:\n  int evflag;\n};\n",
    "fix_nve.h": """class FixNVE : public Fix {
 public:
  FixNVE(class LAMMPS *, int, char **);
  void init() override;
  double shown;
 protected:
  double dtv, dtf;
  double *step_respa, (*table)[3];
  struct Set { int style; double lo, hi; };
  Set *set;
  class Molecule **onemols;
  virtual void kick(int, double);
 private:
  int mass_require;
};
"""}


def selftest_door():
    """Each of the bad files names one thing that is not published."""
    style = "class FixA : public FixNVE {\n  double own;\n  void nothing();\n%s};\n"
    bad = {"VARDEM/inline.h": "class FixI : public FixNVE {\n  double step() { return dtv; }\n};\n",
           "VARDEM/override.h": "class FixO : public FixNVE {\n  void kick(int, double) override;\n};\n",
           "VARDEM/body.cpp": "void FixA::open()\n{\n  const double h = 0.5 * dtf;\n}\n",
           "VARDEM/type.cpp": "void FixA::type()\n{\n  set[0].style = 1;\n}\n",
           "VARDEM/pointer.cpp": "void FixA::pointer()\n{\n  if (onemols) own = 1.0;\n}\n",
           "VARDEM/through.cpp": "void FixC::open()\n{\n  own = this->dtv;\n}\n",
           "VARDEM/shadow.cpp": "void FixA::shadow(int dtf)\n{\n  own = FixNVE::dtf + dtf;\n}\n",
           "VARDEM/address.cpp": "struct Open : FixNVE {\n  static double f(FixNVE *fix) { return fix->*(&Open::dtf); }\n};\n",
           "VARDEM/friend.h": "class FixF : public FixNVE {\n  friend class FixA;\n  int n;\n};\n", "VARDEM/macro.cpp": "#define protected public\n",
           "VARDEM/make.cpp": "auto f(Modify *modify) { return modify->compute_map->at(\"ke\"); }\n",
           "VARDEM/restart.cpp": "int f(Modify *modify) { return modify->nfix_restart_global; }\n",
           "VARDEM/list.cpp": "void f(NPair *np) { np->last_build = -1; }\n",
           "VARDEM/text.cpp": "auto f(Variable *v) { return v->get_info(0); }\n",
           "KOKKOS/hooks.cpp": "void f(Modify *modify) { modify->fmask[0] = 0; }\n",
           "KOKKOS/fix_a_kokkos.cpp": "template <class DeviceType> void FixAKokkos<DeviceType>::f()\n{\n  own = dtv;\n}\n",
           "KOKKOS/part_kokkos.h": "template <class D, class Base> class Part : public Base {\n  double f() { return Base::dtv; }\n};\n"}
    good = {"VARDEM/fix_a.h": style % "  // dtv\n", "host/lammps/internals.h": "class OpenNVE : public FixNVE {\n public:\n"
            "  double step() { return dtv; }\n  using FixNVE::set;\n};\n",
            "VARDEM/fix_c.h": "class FixC : public OpenNVE {\n  void nothing();\n  double own;\n};\n",
            "VARDEM/fix_c.cpp": "void FixC::good(Other *other, double dtf)\n{\n  int step_respa = evflag + nevery;\n  own = step();\n"
            "  set = nullptr;\n  atom->dtv = other->dtf * shown * dtf + step_respa;\n}\n",
            "VARDEM/fix_d.h": "class FixD : public Fix {\n  friend class FixA;\n  int n;\n};\n",
            "VARDEM/free.cpp": "double f(double dtv)\n{\n  return dtv;\n}\n",
            "KOKKOS/fix_a_kokkos.h": "template <class DeviceType> class FixAKokkos : public Part<DeviceType, FixA> {\n  int n;\n};\n"}
    with tempfile.TemporaryDirectory() as folder:
        src, lammps = Path(folder, "src"), Path(folder, "lammps")
        write_tree(src, {**bad, **good})
        write_tree(lammps, LAMMPS_HEADERS)
        named = {line.split()[0] for line in check_door(src, [file for _, file in sources(src)], lammps)}
    return complaints(named, set(bad))


def selftest_entries():
    """Two entries without a test, one that does not say on what it relies, and one that relies on a file that is gone."""
    header = """namespace LAMMPS_NS {
class Fix;
namespace VARDEM_NS {
  // The door
  struct Plane {
    int axis;
    double at(int i) const { return i; }
  };
  /** Relies on: A::b, src/a.h. */
  bool good(const Fix *, int n = 0);
  double other(const Fix *);
  /** Relies on: b.h. */
  class Base : public FixNVE {
   public:
    /** Of the class. */
    double step() const { return dtv; }
  };
  /** Relies on: src/B/gone.cpp. */
  int moved(Fix *fix);
  /** Relies on: c.h. */
  inline int untested(Fix *fix) { return 0; }
  /** Text. */
  int silent(Fix *);
}
}
"""
    with tempfile.TemporaryDirectory() as folder:
        write_tree(Path(folder), {"host/lammps/internals.h": header, "a.h": "", "test_internals.cpp":
                                  "TEST(I, moved)\nTEST(I, good)\nTEST(I, base_steps)\nTEST(I, silent)\n"})
        wrong = check_entries(Path(folder), Path(folder), Path(folder))
    return complaints({re.search(r"other|untested|silent|moved|$", line).group() or line for line in wrong},
                          {"other", "untested", "silent", "moved"})


def selftest_functions():
    """Functions of all forms, one line too long or just not."""
    forms = {"plain": "void f(int a)\n{\n%s}\n", "member": "class A : public B {\n public:\n  int f() const override\n  {\n%s  }\n};\n",
             "nested": "namespace a {\nnamespace {\n  template <class T = int> T f()\n  {\n%s  }\n}\n}\n",
             "made": "A::A(int n) :\n    B(n), c{0.0, {1}},\n    d(n)\n{\n%s}\n", "braced": "A::A() : b(), c{1}\n{\n%s}\n",
             "lambda": "int f()\n{\n  auto g = [&] {\n%s  };\n}\n"}
    lines = {"plain": 3, "member": 3, "nested": 3, "made": 5, "braced": 3, "lambda": 5}    # of the form itself
    files = {}
    for form, text in forms.items():
        for more in (0, 1):
            files[f"VARDEM/{form}{more}.cpp"] = text % ("  x = '{'; // {\n" * (LONGEST - lines[form] + more))
    files["VARDEM/table.cpp"] = "const int table[] = {\n" + "  1,\n" * LONGEST + "};\nstruct A {\n" + "  int a;\n" * LONGEST + "};\n"
    with tempfile.TemporaryDirectory() as folder:
        write_tree(Path(folder), files)
        named = {line.split(":")[0] for line in check_functions(Path(folder))}
    return complaints(named, {name for name in files if name.endswith("1.cpp")})


def selftest_notes():
    """Each of the bad files has one citation that no reader can follow."""
    bad = {"src/section.h": "// doc/notes/maps.md 2.3\n", "src/second.h": "// doc/notes/maps.md 1.2 and\n// 1.9\n",
           "src/name.h": "// doc/notes/map.md 1\n", "src/wrapped.h": "/** As doc/notes/maps.md\n *  7.1 has it. */\n",
           "unittest/old.cpp": "// figures: note\n// of-maps 1.2\n", "unittest/number.cpp": "// note 1.4\n",
           "unittest/whose.cpp": "// as in the note\n", "unittest/case.cpp": "TEST(Map, HasTheErrorOfTheNote)\n",
           "bench/named.cpp": "// Source: note to Woo, 1.4\n",
           "bench/issue.py": '"""Issue "Maps"."""\n', "doc/src/page.rst": "notes, section 2\n",
           "doc/src/Measured_vardem.rst": "``unittest/gone.cpp``\n"}
    good = {"doc/notes/maps.md": "# Maps\n\n## 1. All\n\n### 1.2 Some\n",
            "src/good.h": "// doc/notes/maps.md 1.2 and 1, 2.5 times\n",
            "src/bare.h": "// doc/notes/maps.md\n", "src/words.h": "// Note that LAMMPS issue 2944 is closed. A note of 2 words.\n",
            "doc/src/note.rst": ".. note::\n\n   2 things\n", "examples/log.x.g++.1": "note 1.4\n"}
    with tempfile.TemporaryDirectory() as folder:
        write_tree(Path(folder), {**bad, **good})
        return complaints({line.split(":")[0] for line in check_notes(Path(folder))}, set(bad))


def texts_of_kernels(src):
    """(name, text) of the sources that may start kernels."""
    for floor, file in sources(src):
        if floor == "KOKKOS":
            yield file.relative_to(src), file.read_text(encoding="utf-8")


def selftest_labels():
    """Each of the bad files has one kernel or region without a label of the right form."""
    bad = {"KOKKOS/none.h": "Kokkos::parallel_for(Range(0, n), f);\n",
           "KOKKOS/form.h": 'Kokkos::parallel_reduce("vardem:pack", Range(0, n), f, sum);\n',
           "KOKKOS/phase.h": 'Kokkos::parallel_for("vardem/nve/sphere", Range(0, n), f);\n',
           "KOKKOS/name.cpp": 'Kokkos::parallel_scan(\n    fmt::format("label {}", style), Range(0, n), f);\n',
           "KOKKOS/typed.cpp": "Kokkos::parallel_for<Tag>(n, Functor{label});\n",
           "KOKKOS/region.cpp": 'Kokkos::Profiling::ScopedRegion region("solve");\n'}
    good = {"KOKKOS/string.h": 'Kokkos::parallel_for("vardem/compatible/cd::pack", Range(0, n), f);\n',
            "KOKKOS/helper.cpp": 'Kokkos::parallel_reduce(\n    this->kernel_label("close"), Range(0, n), f, sum);\n',
            "KOKKOS/argument.h": "Kokkos::parallel_scan(label, Range(0, n), f);\n",
            "KOKKOS/comment.h": "// Kokkos::parallel_for(Range(0, n), f)\n/* Kokkos::parallel_for(\n f) */\n",
            "KOKKOS/scope.cpp": 'Kokkos::Profiling::ScopedRegion region(label(style, "solve"));\n'}
    with tempfile.TemporaryDirectory() as folder:
        write_tree(Path(folder), {**bad, **good})
        wrong = complaints({line.split(":")[0] for line in check_labels(texts_of_kernels(Path(folder)))}, set(bad))
    functor = "  struct Add {\n    VARDEM_INLINE void operator()(int i) const;\n  };\n"
    hidden = [line.split(":")[0] for line in check_functors(
        (before, f"class A {{\n{before}{functor}}};\n") for before in ("", " public:\n", " private:\n", " public:\n protected:\n", " private:\n public:\n"))]
    return wrong + ([] if hidden == ["", " private", " public"] else [f"functors: found {hidden}"])


def png(width, more=0):
    """The head of a picture, and so many bytes more."""
    return b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", width, 100) + bytes(more)


def selftest_gallery():
    """Each of the bad examples lacks one thing, or has a picture that is not small."""
    pictures = {"good": png(900), "part": png(600), "wide": png(901), "large": png(600, BYTES),
                "text": b"no picture", "gone": None, "silent": png(600), "unread": png(600),
                "nobody": png(600)}
    command = "``make examples ONLY={0}``, ``examples/{0}/README.md``\n"
    page = "".join(f".. image:: ../img/{name}.png\n\n" + command.format(name) * (name != "silent")
                   for name in pictures if name != "part")
    files = {f"examples/{name}/{'in.x' if name == 'unread' else 'README.md'}": ""
             for name in pictures if name != "nobody"}
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_tree(root, {**files, "doc/src/Gallery_vardem.rst": page, "doc/img/good.png": ""})
        for name, picture in pictures.items():
            if picture:
                (root / "doc" / "img" / f"{name}.png").write_bytes(picture)
        return complaints({line.split()[0] for line in check_gallery(root)}, set(pictures) - {"good"})


def selftest_refusals():
    """Each of the bad styles is wrong in one thing."""
    rows = {"good": ".. is refused\n\n       what", "plain": "what", "gone": ".. is no message", "empty": "", "unlinked": ".. LAMMPS",
            "no_style": ".. is refused"}
    page = "".join(f":doc:`fix {name} <fix_{'none' if name == 'unlinked' else 'any'}>`\n^^^^\n\n   * - it refuses\n" + f"   * - {row}\n" * (row != "")
                   for name, row in rows.items())
    styles = "".join(f"FixStyle({name},Any);\n" for name in [*rows, "absent"] if name != "no_style")
    with tempfile.TemporaryDirectory() as folder:
        write_tree(Path(folder), {"doc/src/Refusals_vardem.rst": page, "doc/src/fix_any.rst": "", "src/VARDEM/any.h": styles,
                                  "src/host/any.cpp": 'error->all("Fix {} is "\n    "refused");'})
        found = {re.match(r"(?:fix )?(\w+)", line).group(1) for line in check_refusals(Path(folder))}
    return complaints(found, {*rows, "absent"} - {"good"})


def main(arguments):
    if len(arguments) in (2, 3) and arguments[0] == "includes":
        wrong = check_includes(*map(Path, arguments[1:]))
    elif len(arguments) == 4 and arguments[0] == "door":
        src, lammps, tests = map(Path, arguments[1:])
        wrong = check_door(src, [file for _, file in sources(src)], lammps) + check_entries(src, tests, lammps)
    elif len(arguments) == 3 and arguments[0] == "rooms":
        wrong = check_rooms(Path(arguments[1]), Path(arguments[2]).read_text(encoding="utf-8"))
    elif len(arguments) == 2 and arguments[0] == "functions":
        wrong = check_functions(Path(arguments[1]))
    elif len(arguments) >= 5 and arguments[0] == "headers":
        wrong = check_headers(Path(arguments[1]), Compiler(*arguments[1:5]), arguments[5:])
    elif len(arguments) >= 6 and arguments[0] == "lanes":
        if arguments[5] != "GNU":
            return 77
        wrong = check_lanes(Compiler(*arguments[1:5]), arguments[6:])
    elif len(arguments) == 2 and arguments[0] == "labels":
        src = Path(arguments[1])
        wrong = check_labels(texts_of_kernels(src)) + check_functors((file.relative_to(src), file.read_text(encoding="utf-8"))
                                                                     for _, file in sources(src))
    elif len(arguments) == 2 and arguments[0] == "notes":
        wrong = check_notes(Path(arguments[1]))
    elif len(arguments) == 2 and arguments[0] == "gallery":
        wrong = check_gallery(Path(arguments[1]))
    elif len(arguments) == 2 and arguments[0] == "refusals":
        wrong = check_refusals(Path(arguments[1]))
    elif arguments == ["selftest"]:
        wrong = [line for check in (selftest_includes, selftest_rooms, selftest_door, selftest_entries, selftest_functions, selftest_labels,
                                    selftest_notes, selftest_gallery, selftest_refusals) for line in check()]
    else:
        sys.exit(__doc__)
    print("\n".join(wrong) or "nothing out of place")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
