"""The numbers of all examples of a verb as one table, and back."""

from typing import TYPE_CHECKING

import numpy as np

from ..core.table import Table

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb


def read(verb: "ADVERB_PG_verb") -> Table:
    numbers = [
        [number.value for number in example.adverbs]
        + [moment.frame if moment.is_set else np.nan for moment in example.keytimes]
        for example in verb.examples
    ]
    return Table(
        tuple(adverb.name for adverb in verb.adverbs),
        tuple(keytime.name for keytime in verb.keytimes),
        tuple(example.name for example in verb.examples),
        np.array(numbers, dtype=np.float64).reshape(len(verb.examples), -1),
    )


def write(verb: "ADVERB_PG_verb", table: Table) -> int:
    """Set what is different in the table, which then counts as typed; how many numbers that were."""
    wanted = np.float32(table.numbers)
    before = np.float32(read(verb).numbers)
    changed = np.argwhere((wanted != before) & ~(np.isnan(wanted) & np.isnan(before))).tolist()
    for place, column in changed:
        example, number = verb.examples[place], wanted[place, column].item()
        if column < len(verb.adverbs):
            example.adverbs[column].value = number
            continue
        moment = example.keytimes[column - len(verb.adverbs)]
        moment.is_set = not np.isnan(number)
        if moment.is_set:
            moment.frame = number
    return len(changed)
