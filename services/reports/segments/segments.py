"""Saved segments: named report filters shared by everyone who reads reports."""

import unicodedata
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from services.core.db.edits import assign, differing
from services.reports.errors import MOST_SEGMENTS, SegmentExists, TooManySegments, UnknownSegment
from services.reports.models import ReportSegment
from services.reports.segments.schemas import SegmentEditIn, SegmentIn
from services.staff import audit
from services.staff.errors import Stale

_LIVE = ReportSegment.removed_at.is_(None)


def segments(session: Session) -> Sequence[ReportSegment]:
    """Live segments by name."""
    return session.scalars(select(ReportSegment).where(_LIVE).order_by(ReportSegment.name_key)).all()


def find(session: Session, segment_id: int) -> ReportSegment:
    """The live segment; raises UnknownSegment."""
    segment = session.get(ReportSegment, segment_id)
    if segment is None or segment.removed_at is not None:
        raise UnknownSegment
    return segment


def add(session: Session, wanted: SegmentIn, actor: str, now: datetime) -> ReportSegment:
    """Save a new segment. Raises TooManySegments, SegmentExists."""
    if (session.scalar(select(func.count()).select_from(ReportSegment).where(_LIVE)) or 0) >= MOST_SEGMENTS:
        raise TooManySegments
    key = _key(wanted.name)
    _refuse_taken(session, key, None)
    segment = ReportSegment(
        **wanted.model_dump(), name_key=key, version=1, created_by=actor, created_at=now, changed_at=now
    )
    session.add(segment)
    _flush(session)
    _tell(session, segment, "added", actor, now)
    return segment


def edit(session: Session, segment_id: int, wanted: SegmentEditIn, actor: str, now: datetime) -> ReportSegment:
    """Save changed fields. Raises UnknownSegment, Stale, SegmentExists."""
    segment = _locked(session, segment_id, wanted.version)
    changes = differing(segment, wanted.given("version"))
    if not changes:
        return segment
    if "name" in changes:
        key = _key(changes["name"])
        _refuse_taken(session, key, segment_id)
        segment.name_key = key
    assign(segment, changes)
    segment.version += 1
    segment.changed_at = now
    _flush(session)
    _tell(session, segment, "edited", actor, now)
    return segment


def remove(session: Session, segment_id: int, version: int, actor: str, now: datetime) -> None:
    """Remove it from the list; its name is free again. Raises UnknownSegment, Stale."""
    segment = _locked(session, segment_id, version)
    segment.removed_at = now
    session.flush()
    _tell(session, segment, "removed", actor, now)


def _locked(session: Session, segment_id: int, version: int) -> ReportSegment:
    segment = session.get(ReportSegment, segment_id, with_for_update=True, populate_existing=True)
    if segment is None or segment.removed_at is not None:
        raise UnknownSegment
    if segment.version != version:
        raise Stale("dieses Segment", segment.version)
    return segment


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
