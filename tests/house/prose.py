"""Words and phrases that make technical English hard to follow, in docstrings, comments and Markdown pages."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final

FOLDERS: Final = ("services", "analytics", "tests")
DENIED: Final = {
    "whoever": "name the person or the process",
    "whomever": "name the person or the process",
    "anew": "again",
    "shall": "must, or the present tense",
    "thereof": "of it",
    "nobody's": "say what happens instead",
}
"""Each with what to write instead. Quoted text in backticks does not count."""
TRANSLATED: Final = 23
"""How many signs of a translated sentence may be left in docstrings and comments of the product. It only falls."""
_TRANSLATED: Final = re.compile(
    r"\b(told|(?-i:stands?)|besides?|what (?:it|they) comes? to|by (?:what|which|whom)|goes with|of its own)\b",
    re.IGNORECASE,
)
"""Each is good English in places; together they are German grammar. `Stand` is German text."""
_WORD: Final = re.compile(rf"\b({'|'.join(map(re.escape, DENIED))})\b", re.IGNORECASE)
_QUOTED: Final = re.compile(r"`[^`]*`|„[^“]*“|\"[^\"]*\"")


def faults(root: Path) -> list[str]:
    """Every denied word below `root`, and signs of translated sentences beyond the budget, as `path:line: word`."""
    pages = [path for folder in FOLDERS for path in _own(root / folder, "*.md")]
    modules = [path for folder in FOLDERS for path in _own(root / folder, "*.py")]
    found = [*_in_pages([*sorted(root.glob("*.md")), *pages]), *_in_modules(modules)]
    denied = [f"{path.relative_to(root)}:{line}: {word!r}: write {DENIED[word.lower()]}" for path, line, word in found]
    return denied + translated(root, TRANSLATED)


def translated(root: Path, most: int) -> list[str]:
    """Signs of translated sentences in the product's docstrings and comments, if there are more than `most`."""
    modules = [path for folder in ("services", "analytics") for path in _own(root / folder, "*.py")]
    found = [
        f"{path.relative_to(root)}:{line}: {match[1]!r}: at most {most} of these are left: write a plain sentence"
        for path in modules
        for line, text in _texts(path, _TRANSLATED)
        for match in _TRANSLATED.finditer(" ".join(_QUOTED.sub("", text).split()))
    ]
    return found if len(found) > most else []


def _own(folder: Path, pattern: str) -> list[Path]:
    """Files below the folder without those of installed packages."""
    return [path for path in sorted(folder.rglob(pattern)) if "node_modules" not in path.parts]


def _in_pages(pages: list[Path]) -> Iterator[tuple[Path, int, str]]:
    for page in pages:
        yield from _in_text(page, 1, page.read_text(encoding="utf-8"))


def _in_modules(modules: list[Path]) -> Iterator[tuple[Path, int, str]]:
    for module in modules:
        for line, text in _texts(module, _WORD):
            yield from _in_text(module, line, text)


def _texts(module: Path, wanted: re.Pattern[str]) -> list[tuple[int, str]]:
    """Comments and docstrings of a module, with their lines; none if `wanted` occurs nowhere in its source."""
    source = module.read_text(encoding="utf-8")
    return [*_comments(source), *_docstrings(source)] if wanted.search(" ".join(source.split())) else []


def _in_text(path: Path, first: int, text: str) -> Iterator[tuple[Path, int, str]]:
    for number, line in enumerate(text.splitlines(), first):
        for match in _WORD.finditer(_QUOTED.sub("", line)):
            yield path, number, match[1]


def _comments(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def _docstrings(source: str) -> Iterator[tuple[int, str]]:
    """Strings that stand alone: docstrings of modules, classes and functions, and those of constants."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value
