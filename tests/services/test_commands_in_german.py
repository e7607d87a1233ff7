"""Who restores a backup at night is no programmer: what commands say of themselves and print is German."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from services.cli import app
from tests.fixtures.servers import ROOT

ENGLISH = frozenset(
    [
        "and",
        "are",
        "but",
        "by",
        "cannot",
        "does",
        "each",
        "every",
        "for",
        "from",
        "has",
        "have",
        "how",
        "if",
        "it",
        "its",
        "not",
        "of",
        "or",
        "than",
        "that",
        "the",
        "their",
        "there",
        "these",
        "this",
        "to",
        "when",
        "which",
        "with",
        "without",
        "would",
        "is",
        "until",
        "another",
        "no",
    ]
)
"""Words that German does not have, and hardly an English sentence does without."""
TOLD_BY = (
    *("services/cli", "services/backup", "services/schema", "services/audit/checkpoints.py", "services/core/storage"),
    *("services/portability", "services/store/status.py"),
    *("services/deployment/settings_file.py", "services/operation/traces.py"),
    *(f"analytics/store/{name}.py" for name in ("cache", "catalogue", "places", "verification")),
)
"""Code whose texts an operator reads in a terminal."""
FOR_PROGRAMS = frozenset({"services/portability/description.py"})
"""The format of a file described to who writes a reader for it."""
_OF_PROGRAMMERS = ("ValueError", "TypeError", "RuntimeError", "LookupError", "NotImplementedError")


def commands(one: Any, path: str = "voltigo") -> Iterator[tuple[str, Any]]:
    yield path, one
    for name, inner in getattr(one, "commands", {}).items():
        yield from commands(inner, f"{path} {name}")


def english_in(text: str) -> set[str]:
    """English words of a text: no names of commands, options or columns, no SQL and no Python."""
    if text.lstrip().startswith(("SELECT ", "ALTER ", "CREATE ", "from services.")):
        return set()
    words = set(re.findall(r"[^\W\d_]+", re.sub(r"`[^`]*`|--[a-z-]+|\w*_\w*", "", text)))
    return words & ENGLISH | {word for word in words if word[1:].islower() and word.lower() in ENGLISH}


def texts_of(path: Path) -> Iterator[tuple[int, str]]:
    """Texts in code that may be shown: no docstrings, and nothing that is raised for programmers."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    hidden = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and any(name in ast.unparse(node) for name in _OF_PROGRAMMERS):
            hidden |= set(ast.walk(node))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in hidden:
            yield node.lineno, node.value


def test_every_command_explains_itself_in_german() -> None:
    told = {
        f"{path} {param.name}" if param else path: (param.help or "") if param else one.help
        for path, one in commands(typer.main.get_command(app))
        for param in (None, *one.params)
        if param is None or param.param_type_name == "option"
    }
    assert {place for place, text in told.items() if not text} == set()
    assert {place: found for place, text in told.items() if (found := english_in(text))} == {}
    assert len(told) > 60


def test_what_commands_print_is_german() -> None:
    files = [path for name in TOLD_BY for path in (sorted((ROOT / name).rglob("*.py")) or [ROOT / name])]
    english = {
        f"{path.relative_to(ROOT)}:{line}": text
        for path in files
        if path.relative_to(ROOT).as_posix() not in FOR_PROGRAMS
        for line, text in texts_of(path)
        if " " in text.strip() and english_in(text)
    }
    assert english == {}


def test_an_english_sentence_would_be_found() -> None:
    """The negative control: what the commands said before."""
    before = (
        "The audit log is whole.", "There is no run yet.", "The database goes with this secret.", "Periodic work of it",
        "It holds personal data and is not encrypted", "the line was not sealed with this key", "No such setting",
    )  # fmt: skip
    assert [text for text in before if not english_in(text)] == []
    assert (
        english_in("Von Hand, bis Strg-C: `voltigo export --with-secret` ist im Job, der war so alt wie die Art")
        == set()
    )
