"""How sentences count and list."""

from collections.abc import Sequence


def counted(count: int, noun: str) -> str:
    """`1 example`, `3 examples`: the plural stands on the last word."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def listed(names: Sequence[str]) -> str:
    """Up to three names, and how many more there are."""
    quoted = [f"'{name}'" if name else "the rig itself" for name in names[:3]]
    if len(names) > 3:
        quoted.append(f"{len(names) - 3} more")
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]]) if len(quoted) > 1 else quoted[0]
