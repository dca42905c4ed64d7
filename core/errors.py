"""What an artist may get wrong, as finished sentences: what, where, what to do."""


class VerbError(Exception):
    """A verb that cannot be built or used as asked. Its text is shown to the artist as it stands."""


class ExampleError(VerbError):
    """One example is at fault; `example` names it so that the interface can point at it."""

    def __init__(self, example: str, sentence: str) -> None:
        super().__init__(f"'{example}' {sentence}")
        self.example = example


class KeytimeError(ExampleError):
    """The keytimes of one example do not fit those of the verb."""
