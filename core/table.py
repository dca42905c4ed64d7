"""The numbers of all examples as text that spreadsheets understand, and back.

One line for each example, cells parted by tabs: its name, its adverbs, its keytimes. The first line names the columns;
a keytime's says that it counts frames, so that it may be called as an adverb is.
"""

import csv
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO

import numpy as np

from .arrays import Array
from .errors import VerbError

_NAME = "name"


@dataclass(frozen=True)
class Table:
    """What the columns are called, and the numbers `[N, D + M]` of the examples; a keytime that is not set is nan."""

    adverbs: tuple[str, ...]
    keytimes: tuple[str, ...]
    names: tuple[str, ...]
    numbers: Array

    @property
    def header(self) -> list[str]:
        return [*self.adverbs, *(f"{keytime} (frame)" for keytime in self.keytimes)]


def write(table: Table) -> str:
    """The table as text, with seven digits for a number: readable, and all but the last that is saved."""
    text = StringIO()
    writer = csv.writer(text, "excel-tab", lineterminator="\n")
    writer.writerow([_NAME, *table.header])
    for name, numbers in zip(table.names, table.numbers, strict=True):
        writer.writerow([name, *("" if np.isnan(number) else _text(number) for number in numbers)])
    return text.getvalue()


def read(text: str, table: Table) -> Table:
    """The table with what the text says of it: the columns that it has, for the examples that it names."""
    lines = _lines(text)
    if not lines:
        raise VerbError("The text is empty: copy the verb's table, change it, and copy it from there")
    columns = _columns(*lines[0], table)
    numbers = table.numbers.copy()
    for example, (line, row) in zip(_examples(lines[1:], table), lines[1:], strict=True):
        for place, cell in enumerate(row[1 + len(columns) :], 2 + len(columns)):
            if cell.strip():
                raise VerbError(f"Line {line}, column {place}: '{cell}' stands in no column: give it a header")
        for place, column in enumerate(columns, 1):
            cell = row[place] if place < len(row) else ""
            where = f"Line {line}, column {place + 1}"
            if cell.strip():
                number, known = _number(cell, where), numbers[example, column]
                if number != float(_text(known)):  # what was copied and is pasted as it was keeps its last digits
                    numbers[example, column] = number
            elif column < len(table.adverbs):
                raise VerbError(f"{where}: '{row[0]}' has no number for '{table.adverbs[column]}': type one")
            else:
                numbers[example, column] = np.nan
    return Table(table.adverbs, table.keytimes, table.names, numbers)


def _lines(text: str) -> list[tuple[int, list[str]]]:
    """The cells of each line with its number, from 1; lines without any are left out."""
    reader = csv.reader(StringIO(text, newline=""), "excel-tab")
    try:
        lines = [(reader.line_num, row) for row in reader]
    except csv.Error as error:
        raise VerbError(f"Line {reader.line_num} is no line of a table: copy the table again") from error
    return [(number, row) for number, row in lines if any(cell.strip() for cell in row)]


def _columns(line: int, header: list[str], table: Table) -> list[int]:
    """Which column of the table each column of the text is, after that with the names."""
    if header[0].strip() != _NAME:
        raise VerbError(f"Line {line}, column 1: '{header[0]}' stands where '{_NAME}' must: put it there")
    known = table.header
    found: list[int] = []
    for place, title in enumerate(header[1:], 2):
        if title not in known:
            if not any(rest.strip() for rest in header[place - 1 :]):
                break
            raise VerbError(
                f"Line {line}, column {place}: the verb has no adverb or keytime '{title}': rename the column, or add "
                "it to the verb"
            )
        column = known.index(title)
        if column in found or known.count(title) > 1:
            raise VerbError(f"Line {line}, column {place}: '{title}' can mean two columns: rename or remove one")
        found.append(column)
    if not found:
        raise VerbError(f"Line {line} names no adverb and no keytime: there must be a column for one")
    return found


def _examples(lines: Sequence[tuple[int, list[str]]], table: Table) -> list[int]:
    """Which example each line is. Examples that share a name are taken in their order, if all of them are there."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, name in enumerate(table.names):
        places[name].append(place)
    named = [row[0] for _, row in lines]
    found: list[int] = []
    met: dict[str, int] = defaultdict(int)
    for line, row in lines:
        name = row[0]
        if name not in places:
            raise VerbError(f"Line {line}, column 1: the verb has no example '{name}': rename the line, or remove it")
        if named.count(name) != len(places[name]):
            raise VerbError(
                f"Line {line}, column 1: '{name}' has {named.count(name)} of the lines and {len(places[name])} of the "
                "examples: let there be a line for each"
            )
        found.append(places[name][met[name]])
        met[name] += 1
    return found


def _number(cell: str, where: str) -> float:
    """A number, with a point or a comma before its decimals."""
    try:
        number = float(cell if "." in cell else cell.replace(",", ".", 1))
    except ValueError:
        number = np.nan
    with np.errstate(over="ignore"):
        is_kept = np.isfinite(np.float32(number))  # what is saved is of single precision
    if not is_kept or "_" in cell:
        raise VerbError(f"{where}: '{cell}' is no number: type one, such as 0.5")
    return number


def _text(number: float) -> str:
    return f"{number:.7g}"
