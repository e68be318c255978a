#!/usr/bin/env python3
"""CPU seconds that the compiler takes for each source of a build, the largest last, and their sum. Other work on the machine
changes them by up to a third. Precompiled headers must be there, so build first.

    compile_seconds.py BUILD [REGEX]    sources whose path matches, as `compile_seconds.py build src/host/solve`"""
import json, re, resource, shlex, subprocess, sys
from pathlib import Path

commands = json.loads((Path(sys.argv[1]) / "compile_commands.json").read_text())
seconds, last = [], 0.0
for entry in commands:
    if not re.search(sys.argv[2] if len(sys.argv) > 2 else "/src/", entry["file"]):
        continue
    words = shlex.split(entry["command"])
    words = words[words[0].endswith("ccache"):]
    words[words.index("-o") + 1] = "/dev/null"
    subprocess.run(words, cwd=entry["directory"], check=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds.append((used.ru_utime + used.ru_stime - last, entry["file"]))
    last = used.ru_utime + used.ru_stime
for time, file in sorted(seconds):
    print(f"{time:8.2f}  {file}")
print(f"{last:8.2f}  all {len(seconds)}")
