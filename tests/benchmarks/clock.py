"""How long something takes on a machine that is never quite quiet."""

from time import perf_counter


def best(run, repeats=5):
    """Seconds of the quickest of several runs: what disturbs a run only ever adds to it. `run.prepare` is not timed."""
    seconds = []
    for _ in range(repeats):
        getattr(run, "prepare", lambda: None)()
        start = perf_counter()
        run()
        seconds.append(perf_counter() - start)
    return min(seconds)


def ratio(one, other, rounds=21):
    """How many times as long `one` takes as `other`: the quickest run of each, taken turn by turn."""
    pairs = [(best(one, 1), best(other, 1)) for _ in range(rounds)]
    return min(a for a, _ in pairs) / min(b for _, b in pairs)
