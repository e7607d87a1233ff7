"""Sentences that promise minutes to weeks, or that something is on its way: `promises.toml` names the test of each.

The test follows the sentence until just before that moment and just after it. Sentences that promise nothing are listed
there with the reason.
"""

import re
import subprocess
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

_NUMBER: Final = r"\d+|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|vierzehn"
_UNIT: Final = "Stunden?|Minuten?|Tage?n?|Wochen?|(?:Werk|Arbeits|Bank|Kalender)tage?n?"
_TIME: Final = re.compile(rf"\b(?:{_NUMBER})(?: |\xa0|\\u00a0|&nbsp;)(?:{_UNIT})\b|unterwegs")
_COMMENT: Final = re.compile(r'\s*(?:/?\*|//|#|"""|\{/\*)')
_READ: Final = ("services/*.py", "services/*.html", "services/*.txt", "admin-web/src/*.ts*", "public-web/src/*.ts*")
_UNREAD: Final = re.compile(r"services/(?:demo|privacy/legal_texts)/|\.gen\.|\.d\.ts$")
"""The demonstration is a story; legal texts are kept word for word by version."""
_TABLE: Final = Path("tests/house/promises.toml")


def faults(root: Path) -> list[str]:
    """Each sentence that nothing follows, each row without a sentence, each test that is not there."""
    table = tomllib.loads((root / _TABLE).read_text(encoding="utf-8"))
    rows: Sequence[Mapping[str, Any]] = [*table.get("promise", ()), *table.get("none", ())]
    patterns = [re.compile(row["words"]) for row in rows]
    used: set[int] = set()
    found = []
    for path, number, line in _lines(root):
        for said in _TIME.finditer(line):
            by = {at for at, pattern in enumerate(patterns) if any(_holds(one, said) for one in pattern.finditer(line))}
            used |= by
            if not by:
                found.append(f"{path}:{number}: {said[0]!r}: no row of {_TABLE.name} says which test follows it")
    found += [f"{_TABLE}: {row['words']!r}: no such sentence" for at, row in enumerate(rows) if at not in used]
    return [*found, *_lost(root, table.get("promise", ()))]


def _holds(one: re.Match[str], said: re.Match[str]) -> bool:
    return one.start() <= said.start() and said.end() <= one.end()


def _lines(root: Path) -> Iterator[tuple[str, int, str]]:
    listed = subprocess.run(["git", "ls-files", *_READ], cwd=root, capture_output=True, text=True, check=True).stdout
    for path in listed.splitlines():
        if _UNREAD.search(path) or not (root / path).is_file():
            continue
        for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), 1):
            if not _COMMENT.match(line):
                yield path, number, line


def _lost(root: Path, promises: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for row in promises:
        path, _, name = row["kept_by"].partition("::")
        file = root / "tests" / path
        if not file.is_file() or f"def {name}(" not in file.read_text(encoding="utf-8"):
            yield f"{_TABLE}: {row['kept_by']}: there is no such test"
