"""Runs a script, or a module with `-m`, with this checkout as the package `adverb`.

Ends the process at once with the true exit code: bpy 4.5 can hang while the interpreter shuts down.
"""

import os
import runpy
import sys
import traceback

from tools import package


def run(arguments: list[str]) -> int:
    package.provide()
    try:
        if arguments[0] == "-m":
            sys.argv = arguments[1:]
            runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        else:
            sys.argv = arguments
            runpy.run_path(arguments[0], run_name="__main__")
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
            return 1
        return int(end.code or 0)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    code = run(sys.argv[1:])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
