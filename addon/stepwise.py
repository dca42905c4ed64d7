"""Work that is done step by step, so that a button can show how far it is and Esc can stop it.

Such a function yields after each step which part of its work is done, from 0 to 1, and returns what came of it. It
writes what it found at the very end, and gives back what it borrowed however it ends.
"""

from collections.abc import Generator
from typing import TypeVar

Result = TypeVar("Result")
Stepwise = Generator[float, None, Result]


def finish(work: Stepwise[Result]) -> Result:
    """All steps at once."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: Result = end.value
            return result
