"""Every column of the models and reports, from `columns.toml`: its kind, its German label and what it means.

A model or a table of a report names its columns: `"day"`, or `"contracted=contracted_by_week"` where the SQL's name is
shorter. `"*origin"` is a group, `"*models=contracts_by_model"` the entries that `each = "models"` derives from one,
`"kwh_*models=kwh_by_model"` the same as columns whose names begin so.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from analytics.kinds import MEASURES

COLUMNS: Final = Path(__file__).with_name("columns.toml")
LABELS: Final = frozenset(
    {
        "day",
        "month",
        "moment",
        "text",
        "field",
        "channel",
        "channel_group",
        "device",
        "model",
        "step",
        "state",
        "package",
        "plan",
        "verdict",
        "flag",
        "id",
    }
)
"""Kinds of dimension columns."""
_APART: Final = frozenset({"groups", "forms"})
"""Tables of the file that hold no entries."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a column is. Label and meaning are German wherever a report shows it."""

    key: str
    meaning: str
    """What is counted, or the formula; read without the column before it."""
    kind: str = ""
    unit: str = ""
    """Of what only models compute with and no kind describes."""
    label: str = ""
    is_ratio: bool = False
    is_nullable: bool = False
    needs: Literal["", "confirmations"] = ""
    subject: str = ""
    """Heading in the metric catalogue; empty for what is no metric."""
    grain: str = ""
    """What is counted, or in what: „eine Reservierung“."""
    of: str = ""
    """The metric of which it is a form, such as its share or its part that is old enough."""
    ripeness: str = ""
    """When it can be judged, unless `ripens` of its columns says so."""
    is_main: bool = False
    """Whether people decide by it, so that the catalogue begins with it."""
    is_public: bool = False
    """Whether it measures households' behaviour, so that it is documented on a public page."""


class BadColumns(ValueError):
    """`columns.toml`, or a list that names its entries, is invalid."""


@dataclass(frozen=True, slots=True)
class _Declared:
    entries: Mapping[str, Entry]
    groups: Mapping[str, Sequence[str]]


@cache
def _declared() -> _Declared:
    return read(COLUMNS)


def entries() -> Mapping[str, Entry]:
    """Every entry by its key, in the order of the file. Raises BadColumns."""
    return _declared().entries


def named(words: Iterable[str]) -> dict[str, Entry]:
    """The entry of each column that a list names, by the column. Raises BadColumns."""
    found = entries()
    columns = [(name, key) for word in words for name, key in _expanded(word)]
    if unknown := [key for _, key in columns if key not in found]:
        raise BadColumns(f"no entry is called {unknown}")
    if len(names := dict(columns)) < len(columns):
        raise BadColumns(f"one of {list(names)} is named twice")
    return {name: found[key] for name, key in columns}


def names(words: Iterable[str]) -> tuple[str, ...]:
    """The columns that a key names. Raises BadColumns."""
    return tuple(name for word in words for name, _ in _expanded(word))


def _expanded(word: str) -> list[tuple[str, str]]:
    name, _, key = word.partition("=")
    prefix, is_group, called = name.partition("*")
    if not is_group:
        return [(name, key or name)]
    if (group := _declared().groups.get(called)) is None:
        raise BadColumns(f"no group is called {name}")
    return [(prefix + one, f"{key}.{one}" if key else one) for one in group]


def read(path: Path) -> _Declared:
    """The entries and groups of a file. Raises BadColumns."""
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    forms = told.get("forms", {})
    found = [entry for name, section in told.items() if name not in _APART for entry in _section(section, forms)]
    for fault in _faults(found):
        raise BadColumns(fault)
    groups = told.get("groups", {}) | {name: list(columns) for name, columns in forms.items()}
    return _Declared({entry.key: entry for entry in found}, groups)


def _section(section: Mapping[str, Any], forms: Mapping[str, Any]) -> Iterator[Entry]:
    """Its entries; values at its head are defaults for them."""
    shared = {name: value for name, value in section.items() if not isinstance(value, dict)}
    for key, words in section.items():
        if not isinstance(words, dict):
            continue
        if "each" not in words:
            yield Entry(**{"key": key, **shared, **words})
            continue
        plain = {name: value for name, value in words.items() if name != "each"}
        for name, form in forms[words["each"]].items():
            texts = {one: plain[one].format(form.get(one, "")) for one in ("label", "meaning") if one in plain}
            yield Entry(**{"key": f"{key}.{name}", **shared, **plain, **form, **texts})


def _faults(found: Sequence[Entry]) -> Iterator[str]:
    keys = Counter(entry.key for entry in found)
    for name, times in (keys + Counter(entry.label for entry in found if entry.subject)).items():
        if times > 1:
            yield f"{name} has {times} definitions"
    above: set[str] = set()
    for entry in found:
        if (entry.kind == "") == (entry.unit == "") or entry.kind not in {"", *LABELS, *MEASURES}:
            yield f"{entry.key} has neither a known kind nor a unit"
        if entry.of and entry.of not in above:
            yield f"{entry.key} is a form of {entry.of}, which is no metric above it"
        if entry.subject and not entry.of:
            above.add(entry.key)
