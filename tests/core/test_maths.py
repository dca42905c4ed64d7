"""docs/maths.md numbers the equations to which the core refers."""

import re

from tools.package import ROOT

REFERENCE = re.compile(r"\((\d\.\d+)\)")


def test_every_equation_that_is_referred_to_is_there_once():
    tags = re.findall(r"\\tag\{(\d\.\d+)\}", (ROOT / "docs" / "maths.md").read_text(encoding="utf-8"))
    assert len(tags) == len(set(tags))
    assert tags == sorted(tags)
    referred = {
        (number, path.name)
        for path in (ROOT / "core").glob("*.py")
        for number in REFERENCE.findall(path.read_text(encoding="utf-8"))
    }
    assert referred
    assert {(number, name) for number, name in referred if number not in tags} == set()
