"""How sentences count and list."""

from collections.abc import Sequence
from itertools import takewhile


def counted(count: int, noun: str) -> str:
    """`1 example`, `3 examples`: the plural stands on the last word."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def listed(names: Sequence[str]) -> str:
    """Up to three names, and how many more there are."""
    quoted = [f"'{name}'" if name else "the rig itself" for name in names[:3]]
    if len(names) > 3:
        quoted.append(f"{len(names) - 3} more")
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]]) if len(quoted) > 1 else quoted[0]


def shortened(names: Sequence[str]) -> list[str]:
    """Names without the words that all of them begin with, large or small: `left`, `up` for `look left`, `Look up`."""
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*(name.lower() for name in names), strict=False))
    shared = "".join(letters[0] for letters in alike) if len(names) > 1 else ""
    end = 1 + max(shared.rfind(sign) for sign in " _.-")
    short = [name[end:] for name in names]
    return short if all(short) else list(names)
