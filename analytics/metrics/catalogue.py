"""The metric catalogue: every measure by a stable English name, with its German label and formula.

A file of `analytics/metrics/*.toml` is one subject; its `grain` and `is_public` hold for each of its metrics
that does not state its own. A report's column refers to its metric by its label, so one label has one definition.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

METRICS: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Metric:
    """A measure as people read of it. Every text is German."""

    key: str
    subject: str
    label: str
    formula: str
    grain: str
    """What is counted, or in what: „eine Reservierung“."""
    ripeness: str
    """When it can be judged, where the reports do not say so by `ripens`; else empty."""
    kind: str
    """Kind of its values, where it is in no report; else empty: its columns have it."""
    is_public: bool
    """Whether it measures what households do, so that a public page may tell of it."""


class BadCatalogue(ValueError):
    """A file of the catalogue is invalid."""


@cache
def metrics() -> Mapping[str, Metric]:
    """Every metric by its key, in the order of subjects and files. Raises BadCatalogue."""
    found = read_catalogue(METRICS)
    for fault in _faults(found):
        raise BadCatalogue(fault)
    return {metric.key: metric for metric in found}


@cache
def _by_label() -> Mapping[str, Metric]:
    return {metric.label: metric for metric in metrics().values()}


def labelled(label: str) -> Metric | None:
    """The metric with this label; None if there is none."""
    return _by_label().get(label)


def read_catalogue(folder: Path) -> list[Metric]:
    """The metrics of all files of a folder, unchecked."""
    subjects = [tomllib.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.toml")]
    return [metric for subject in sorted(subjects, key=lambda one: one["order"]) for metric in _read(subject)]


def _read(told: Mapping[str, Any]) -> Iterator[Metric]:
    for key, entry in told.items():
        if isinstance(entry, dict):
            yield _metric(key, entry, told)


def _metric(key: str, entry: Mapping[str, Any], subject: Mapping[str, Any]) -> Metric:
    return Metric(
        key=key,
        subject=subject["subject"],
        label=entry["label"],
        formula=entry["formula"],
        grain=entry.get("grain", subject["grain"]),
        ripeness=entry.get("ripeness", ""),
        kind=entry.get("kind", ""),
        is_public=entry.get("is_public", subject.get("is_public", False)),
    )


def _faults(found: list[Metric]) -> Iterator[str]:
    for name, times in (Counter(one.key for one in found) + Counter(one.label for one in found)).items():
        if times > 1:
            yield f"{name} has {times} definitions"
