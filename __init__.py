"""Adverb: an animator's own Actions as a motion that can be steered."""


def register() -> None:
    from .addon import registration
    from .operators import CLASSES as operators
    from .panels import CLASSES as panels

    registration.register((*operators, *panels))


def unregister() -> None:
    from .addon import registration
    from .operators import CLASSES as operators
    from .panels import CLASSES as panels

    registration.unregister((*operators, *panels))
