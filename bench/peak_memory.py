#!/usr/bin/env python3
"""peak_memory.py FILE COMMAND...: runs a command, and writes its peak of resident memory [kB] to FILE.<process>."""
import os, resource, subprocess, sys

code = subprocess.run(sys.argv[2:]).returncode
with open(f"{sys.argv[1]}.{os.getpid()}", "w") as out:
    out.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
sys.exit(code)
