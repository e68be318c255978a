#!/usr/bin/env python3
"""Runs the examples one after another, says how long each takes, and makes their small pictures
for the gallery of the manual.

    gallery.py [--lmp build/bin/lmp] [--out build/examples] [--only "NAME ..."] [--reuse]
               [--pictures build/examples/gallery]

Each example has a folder in OUT, with its runs, its table, its pictures in full size, and what it
printed (the file screen). An example that fails does not stop the others; the exit status is 1
then. `--pictures doc/img` renews the pictures of the manual. Four examples are smaller here than
on their pages. Needs numpy and matplotlib.
"""

import argparse
import itertools
import os
import re
import resource
import subprocess
import sys
import time
from pathlib import Path

from PIL import Image

EXAMPLES = Path(__file__).resolve().parent
SCRIPTS = ("measure.py", "run.py")
BYTES = 60_000                  # of a small picture, at most
WIDTHS, COLORS = (900, 760, 600, 460), (256, 64, 32)     # the first ones that make it small enough
WHOLE = (0, 0, 1, 1)            # left, upper, right and lower edge, as parts of a picture

# Where the picture in the gallery is not EXAMPLE.png, and where it is a part of it
SHOWN = {"cantilever": "elastica.png", "drop": "chains.png", "pyramid": "chains.png",
         "rope_bridge": "bridge.png", "settled_heap": "chains.png"}
PARTS = {"rope_bridge": (0, 0, 0.725, 1), "settled_heap": (0.14, 0, 0.86, 1),
         "torus": (0, 0, 2 / 3, 1)}

# Smaller than on the pages of these examples
SMALLER = {"ellipsoid_gas": ["--steps", "200000"],
           "heap_scaling": ["--sizes", "300", "1000", "3000"],
           "settled_heap": ["--grains", "3000"],
           "settling_box": ["--time", "5", "--members", "1"]}


class BadRequest(Exception):
    """Nothing can be run; the text says why."""


class Failed(Exception):
    """An example did not make its picture; the text says why."""


def script_of(folder):
    return next((folder / name for name in SCRIPTS if (folder / name).exists()), None)


def names_in(root):
    return sorted(folder.name for folder in root.iterdir() if script_of(folder))


def chosen(root, only):
    """The names in the text `only`; all, if there are none."""
    there, wanted = names_in(root), only.split()
    unknown = [name for name in wanted if name not in there]
    if unknown:
        raise BadRequest(f"there is no example {', '.join(unknown)}. "
                         f"The examples are: {', '.join(there)}")
    return wanted or there


def run(folder, lmp, out, options):
    """Runs the script of an example. The pictures of an earlier run go first, so that those in
    `out` are of this one."""
    script, screen = script_of(folder), out / "screen"
    out.mkdir(parents=True, exist_ok=True)
    for picture in out.glob("*.png"):
        picture.unlink()
    command = [sys.executable, "-B", script, "--lmp", lmp, "--out", out, *options]
    with open(screen, "w", encoding="utf-8") as said:
        status = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=said,
                                stderr=subprocess.STDOUT).returncode
    if status != 0:
        ended = f"{script.name} ended with status {status}; all that it printed is in {screen}"
        raise Failed("\n    ".join([ended, *reason(screen)]))


def reason(screen):
    """The lines with errors, or else the last ones."""
    lines = screen.read_text(errors="replace").splitlines()
    errors = [line.strip() for line in lines if re.match(r"\s*(\w*Error|ERROR.*|error):", line)]
    return errors or lines[-4:]


def narrow(image, width):
    if image.width <= width:
        return image
    return image.resize((width, round(image.height * width / image.width)),
                        Image.Resampling.LANCZOS)


def shrink(picture, small, part=WHOLE):
    """Writes the part of the picture, as wide and with as many colors as BYTES allow."""
    if not picture.exists():
        raise Failed(f"it made no picture {picture}")
    with Image.open(picture) as whole:
        image = whole.convert("RGB")
    image = image.crop([round(edge * size) for edge, size in zip(part, 2 * image.size)])
    for width, colors in itertools.product(WIDTHS, COLORS):
        result = narrow(image, width).quantize(colors, Image.Quantize.MAXCOVERAGE)
        result.save(small, optimize=True)
        if small.stat().st_size <= BYTES:
            return
    raise Failed(f"the small picture {small} has {small.stat().st_size} bytes; "
                 f"at most {BYTES} are small. Draw a simpler one")


def processor_time():
    """Of all programs that ran to their end below this one."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def make(name, args):
    """Runs an example and makes its small picture; returns what to say about it."""
    out, begin, used = args.out / name, time.monotonic(), processor_time()
    picture = out / SHOWN.get(name, f"{name}.png")
    reused = args.reuse and picture.exists()
    if not reused:
        run(args.examples / name, args.lmp, out, SMALLER.get(name, []))
    shrink(picture, args.pictures / f"{name}.png", PARTS.get(name, WHOLE))
    if reused:
        return "not run again"
    seconds, used = time.monotonic() - begin, processor_time() - used
    return f"{seconds:5.0f} s, {used:5.0f} s of processor time"


def make_all(names, args):
    """Names of the examples that failed."""
    failed, longest = [], max(map(len, names))
    for number, name in enumerate(names, 1):
        print(f"[{number:2}/{len(names)}] {name:{longest}} ", end="", flush=True)
        try:
            print(make(name, args), flush=True)
        except (Failed, OSError) as problem:
            failed.append(name)
            print(f"failed: {problem}", flush=True)
    return failed


def arguments(given):
    build = EXAMPLES.parent / "build"
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lmp", default=build / "bin" / "lmp", type=Path,
                        help="LAMMPS with VARDEM loaded (build/bin/lmp)")
    parser.add_argument("--out", default=build / "examples", type=Path,
                        help="folder of the results (build/examples)")
    parser.add_argument("--pictures", type=Path, help="folder of the small pictures (OUT/gallery)")
    parser.add_argument("--only", default=os.environ.get("ONLY", ""),
                        help="names of examples in one argument, as \"torus drop\"; else those in "
                        "the environment variable ONLY; else all")
    parser.add_argument("--reuse", action="store_true",
                        help="run no example again that has made its picture")
    parser.add_argument("--examples", default=EXAMPLES, type=Path,
                        help="folder of the examples (that of this script)")
    args = parser.parse_args(given)
    args.lmp, args.out = args.lmp.absolute(), args.out.absolute()
    args.pictures = (args.pictures or args.out / "gallery").absolute()
    return args


def main(given=None):
    """Number of examples that failed."""
    args, begin = arguments(given), time.monotonic()
    names = chosen(args.examples, args.only)
    if not args.lmp.exists():
        raise BadRequest(f"there is no {args.lmp}: `make` builds LAMMPS with VARDEM, "
                         "or --lmp names another one")
    args.pictures.mkdir(parents=True, exist_ok=True)
    failed = make_all(names, args)
    print(f"\n{len(names) - len(failed)} of {len(names)} examples made their picture "
          f"in {time.monotonic() - begin:.0f} s: {args.pictures}")
    if failed:
        print(f"{len(failed)} failed: {' '.join(failed)}")
    return len(failed)


if __name__ == "__main__":
    try:
        sys.exit(1 if main() else 0)
    except BadRequest as problem:
        sys.exit(f"error: {problem}")
