"""The house as text: its files, parsed once, and how a rule complains about them.

A rule takes one `Source` and yields complaints. Each rule is asked twice: whether the house obeys it, and whether it
sees a fault that is shown to it, for a rule that cannot fail guards nothing.
"""

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from tools.package import ROOT

ROOMS = ("core", "addon", "operators", "panels")


@dataclass(frozen=True)
class Source:
    path: str  # from the root, with slashes
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.path)

    @property
    def room(self) -> str:
        return self.path.split("/")[0]

    @property
    def stem(self) -> str:
        return self.path.split("/")[-1].removesuffix(".py")

    def walk(self, *kinds: type[ast.AST]) -> Iterator:
        return (node for node in ast.walk(self.tree) if isinstance(node, kinds))

    def line(self, node: ast.AST) -> str:
        return self.text.splitlines()[node.lineno - 1]

    def complaint(self, node: ast.AST | None, fault: str, cure: str) -> str:
        return f"{self.path}:{node.lineno if node else 1}: {fault}; {cure}"


Rule = Callable[[Source], Iterable[str]]


def sources(*folders: str) -> list[Source]:
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [Source(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in paths]


def root() -> Source:
    return Source("__init__.py", (ROOT / "__init__.py").read_text(encoding="utf-8"))


def assert_obeyed(rule: Rule, house: Iterable[Source]) -> None:
    complaints = [complaint for source in house for complaint in rule(source)]
    assert not complaints, "\n" + "\n".join(complaints)


def assert_sees(rule: Rule, path: str, text: str) -> None:
    assert list(rule(Source(path, text))), f"{rule.__name__} overlooks this fault:\n{text}"


def assert_accepts(rule: Rule, path: str, text: str) -> None:
    assert_obeyed(rule, [Source(path, text)])


def dotted(node: ast.AST) -> str:
    """`bpy.types.Operator` of an attribute chain, or an empty string where it does not start with a name."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (start := dotted(node.value)):
        return f"{start}.{node.attr}"
    return ""


def called(node: ast.AST) -> str:
    """The last name of what is called: `StringProperty` of `bpy.props.StringProperty(...)`."""
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else dotted(node.func)


def bases(node: ast.ClassDef) -> set[str]:
    return {dotted(base).split(".")[-1] for base in node.bases}


def attributes(node: ast.ClassDef) -> dict[str, ast.Assign | ast.AnnAssign]:
    """The assignments in the body of a class, by name."""
    found = {}
    for statement in node.body:
        if isinstance(statement, ast.Assign):
            found |= {target.id: statement for target in statement.targets if isinstance(target, ast.Name)}
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            found[statement.target.id] = statement
    return found


def text_of(node: ast.AST | None) -> str | None:
    """A literal text; of a formatted one its last part; None where it is not known before the run."""
    if isinstance(node, ast.JoinedStr) and node.values:
        node = node.values[-1]
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
