"""Adverb: an animator's own Actions as a motion that can be steered."""


def register() -> None:
    from .addon import registration
    from .operators import CLASSES as operators
    from .panels import CLASSES as panels
    from .panels import MENUS

    registration.register((*operators, *panels), MENUS)


def unregister() -> None:
    from .addon import registration
    from .operators import CLASSES as operators
    from .panels import CLASSES as panels
    from .panels import MENUS

    registration.unregister((*operators, *panels), MENUS)
