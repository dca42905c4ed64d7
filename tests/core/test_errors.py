"""Errors are sentences for the artist, and point at the example."""

from adverb.core.errors import ExampleError, KeytimeError, VerbError


def test_an_error_of_an_example_names_it_first():
    error = KeytimeError("high left", "has no keytimes: set them")
    assert str(error) == "'high left' has no keytimes: set them"
    assert error.example == "high left"


def test_whoever_catches_a_verb_error_catches_all():
    assert issubclass(KeytimeError, ExampleError)
    assert issubclass(ExampleError, VerbError)
