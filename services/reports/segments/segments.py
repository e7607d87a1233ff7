"""Saved segments: named report filters shared by everyone who reads reports."""

import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from analytics.parameters import FILTERS
from services.core.fields import Fields, Refused, fault, line, refuse_faults
from services.core.personal_text import holds_personal_data
from services.reports.errors import MOST_SEGMENTS, SegmentExists, StaleSegment, TooManySegments, UnknownSegment
from services.reports.models import ReportSegment
from services.staff import audit
from services.visits.touches import LONGEST_VALUE

LONGEST_NAME = 80
MOST_VALUES = 50
_NAME = "Bitte geben Sie dem Segment einen Namen."
_FILTERS = "Bitte wählen Sie mindestens einen Filter."
_UNKNOWN = "Diesen Filter gibt es nicht."
_VALUES = f"Bitte wählen Sie je Filter 1 bis {MOST_VALUES} Werte."
_PERSONAL = "Bitte keine E-Mail-Adresse und keine Telefonnummer."
_LIVE = ReportSegment.removed_at.is_(None)


def read_segment(given: Mapping[str, Any], *, is_new: bool) -> dict[str, Any]:
    """Validated `name` and `filters`, if given; ValidationProblem with all errors at once."""
    fields = Fields(given, [])
    values: dict[str, Any] = {}
    if is_new or "name" in given:
        values["name"] = fields.read("name", _name, _NAME)
    if is_new or "filters" in given:
        values["filters"] = _read_filters(fields, given.get("filters"))
    refuse_faults(fields)
    return values


def segments(session: Session) -> Sequence[ReportSegment]:
    """Live segments by name."""
    return session.scalars(select(ReportSegment).where(_LIVE).order_by(ReportSegment.name_key)).all()


def find(session: Session, segment_id: int) -> ReportSegment:
    """The live segment; raises UnknownSegment."""
    segment = session.get(ReportSegment, segment_id)
    if segment is None or segment.removed_at is not None:
        raise UnknownSegment
    return segment


def add(session: Session, values: Mapping[str, Any], actor: str, now: datetime) -> ReportSegment:
    """Save a new segment. Raises TooManySegments, SegmentExists."""
    if (session.scalar(select(func.count()).select_from(ReportSegment).where(_LIVE)) or 0) >= MOST_SEGMENTS:
        raise TooManySegments
    key = _key(values["name"])
    _refuse_taken(session, key, None)
    segment = ReportSegment(**values, name_key=key, version=1, created_by=actor, created_at=now, changed_at=now)
    session.add(segment)
    _flush(session)
    _tell(session, segment, "added", actor, now)
    return segment


def edit(
    session: Session, segment_id: int, version: int, values: Mapping[str, Any], actor: str, now: datetime
) -> ReportSegment:
    """Save changed fields. Raises UnknownSegment, StaleSegment, SegmentExists."""
    segment = _locked(session, segment_id, version)
    differing = {name: value for name, value in values.items() if getattr(segment, name) != value}
    if not differing:
        return segment
    if "name" in differing:
        key = _key(differing["name"])
        _refuse_taken(session, key, segment_id)
        segment.name_key = key
    for name, value in differing.items():
        setattr(segment, name, value)
    segment.version += 1
    segment.changed_at = now
    _flush(session)
    _tell(session, segment, "edited", actor, now)
    return segment


def remove(session: Session, segment_id: int, version: int, actor: str, now: datetime) -> None:
    """Remove it from the list; its name is free again. Raises UnknownSegment, StaleSegment."""
    segment = _locked(session, segment_id, version)
    segment.removed_at = now
    session.flush()
    _tell(session, segment, "removed", actor, now)


def _locked(session: Session, segment_id: int, version: int) -> ReportSegment:
    segment = session.get(ReportSegment, segment_id, with_for_update=True, populate_existing=True)
    if segment is None or segment.removed_at is not None:
        raise UnknownSegment
    if segment.version != version:
        raise StaleSegment(version=segment.version)
    return segment


def _name(value: object) -> str:
    name = line(LONGEST_NAME)(value)
    if holds_personal_data(name):
        raise Refused("personal", _PERSONAL)
    return name


def _read_filters(fields: Fields, given: object) -> dict[str, list[str]]:
    """Filters in the order of `FILTERS`, without duplicate values; errors are recorded under the filter's own name."""
    if not isinstance(given, Mapping) or not given:
        fields.errors.append(fault("filters", "missing", _FILTERS))
        return {}
    fields.errors += [fault("filters", "unknown_choice", _UNKNOWN) for name in given if name not in FILTERS][:1]
    found = {}
    for name in FILTERS:
        if name in given:
            try:
                found[name] = _values(given[name])
            except Refused as refused:
                fields.errors.append(fault(name, refused.code, refused.sentence))
    return found


def _values(given: object) -> list[str]:
    if not isinstance(given, list) or not 1 <= len(given) <= MOST_VALUES:
        raise Refused("out_of_range", _VALUES)
    return list(dict.fromkeys("" if value == "" else _value(value) for value in given))


def _value(given: object) -> str:
    value = line(LONGEST_VALUE)(given)
    if holds_personal_data(value):
        raise Refused("personal", _PERSONAL)
    return value


def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()[:240]


def _refuse_taken(session: Session, key: str, own_id: int | None) -> None:
    other = session.scalar(select(ReportSegment.id).where(ReportSegment.name_key == key, _LIVE))
    if other is not None and other != own_id:
        raise SegmentExists(segment_id=other)


def _flush(session: Session) -> None:
    """If two requests take the same name concurrently, the database refuses the later one."""
    try:
        session.flush()
    except IntegrityError as error:
        raise SegmentExists(segment_id=None) from error


def _tell(session: Session, segment: ReportSegment, what: str, actor: str, now: datetime) -> None:
    # Its name is free text and may name people; log entries cannot be erased.
    details = {"filters": sorted(segment.filters)}
    audit.append(session, [audit.Event(actor, f"segment.{what}", f"segment:{segment.id}", details)], now)
