"""Causes of change from parks: capacity limits changed, spots blocked or released."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from sqlalchemy import select

from services.core.german import number
from services.parks.models import Park
from services.reports.diff.window import Cause, Moment, Window, cause
from services.staff.models import AuditEntry

_LIMITS: Final = {"spot_limit": "Plätze", "kwh_limit": "kWh"}
_SPOTS: Final = {
    "park.spots_blocked": ("park_spots_blocked", "gesperrt"),
    "park.spots_released": ("park_spots_released", "freigegeben"),
}


def park_causes(window: Window) -> Iterator[Cause]:
    """Changes staff made to the park, or to all parks if the report covers all."""
    if not window.needs_any("parks", "park_changes", "spots"):
        return
    entries = window.entries(["park.edited", "park.cancelled", *_SPOTS, "reservation.release_spot"])
    names = {row.id: row.name for row in window.session.execute(select(Park.id, Park.name))}
    freed = []
    for entry in entries:
        park = entry.details["park"] if entry.action == "reservation.release_spot" else entry.subject.partition(":")[2]
        if window.park is not None and park != window.park:
            continue
        page = window.place(f"/parks/{park}/show", is_for_all=True)
        if entry.action == "reservation.release_spot":
            freed.append(Moment(entry.at, f"Platz {entry.details['spot']}", entry.actor, page))
            continue
        kind, words = _told(entry, names.get(park, park))
        yield cause(kind, words, [Moment(entry.at, words, entry.actor, page)], path=page)
    if freed and window.needs_any("spots"):
        words = "Ein Platz wurde nach der Rücknahmefrist frei."
        many = f"{len(freed)} Plätze wurden nach der Rücknahmefrist frei."
        yield cause("spot_released", words if len(freed) == 1 else many, freed, path=freed[0].path)


def _told(entry: AuditEntry, name: str) -> tuple[str, str]:
    if entry.action in _SPOTS:
        kind, verb = _SPOTS[entry.action]
        count = len(entry.details.get("numbers", []))
        return kind, f"{name}: {'ein Platz' if count == 1 else f'{count} Plätze'} {verb}."
    if entry.action == "park.cancelled":
        return "park_cancelled", f"{name} wurde abgesagt."
    before, after = entry.details.get("before", {}), entry.details.get("after", {})
    limits = [f"{word} {_limit(before, n)} → {_limit(after, n)}" for n, word in _LIMITS.items() if n in after]
    if limits:
        return "park_limit", f"{name} hat andere Grenzen: {', '.join(limits)}."
    return "park_edited", f"Die Angaben zu {name} wurden geändert."


def _limit(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name)
    return "ohne Grenze" if value is None else number(value)
