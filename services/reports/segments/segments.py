"""Saved segments: named report filters shared by everyone who reads reports."""

import unicodedata
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.reports.errors import MOST_SEGMENTS, SegmentExists, TooManySegments, UnknownSegment
from services.reports.models import ReportSegment
from services.reports.segments.schemas import SegmentEditIn, SegmentIn
from services.staff.records import Records

_LIVE: Final = ReportSegment.removed_at.is_(None)
_SEGMENTS: Final = Records(
    ReportSegment,
    "segment",
    UnknownSegment,
    called="dieses Segment",
    ended="removed_at",
    taken=lambda: SegmentExists(segment_id=None),
    logged=lambda segment: {"filters": sorted(segment.filters)},
)


def segments(session: Session) -> Sequence[ReportSegment]:
    """Live segments by name."""
    return session.scalars(select(ReportSegment).where(_LIVE).order_by(ReportSegment.name_key)).all()


def find(session: Session, segment_id: int) -> ReportSegment:
    """The live segment; raises UnknownSegment."""
    return _SEGMENTS.find(session, segment_id)


def add(session: Session, wanted: SegmentIn, actor: str, now: datetime) -> ReportSegment:
    """Save a new segment. Raises TooManySegments, SegmentExists."""
    if (session.scalar(select(func.count()).select_from(ReportSegment).where(_LIVE)) or 0) >= MOST_SEGMENTS:
        raise TooManySegments
    key = _key(wanted.name)
    _refuse_taken(session, key, None)
    segment = ReportSegment(
        **wanted.model_dump(), name_key=key, version=1, created_by=actor, created_at=now, changed_at=now
    )
    return _SEGMENTS.add(session, segment, actor, now)


def edit(session: Session, segment_id: int, wanted: SegmentEditIn, actor: str, now: datetime) -> ReportSegment:
    """Save changed fields. Raises UnknownSegment, Stale, SegmentExists."""
    segment = _SEGMENTS.locked(session, segment_id, wanted.version)
    key = _key(wanted.given().get("name", segment.name))
    _refuse_taken(session, key, segment_id)
    return _SEGMENTS.edit(session, segment, wanted.given("version"), actor, now, name_key=key, changed_at=now)


def remove(session: Session, segment_id: int, version: int, actor: str, now: datetime) -> None:
    """Remove it from the list; its name is free again. Raises UnknownSegment, Stale."""
    segment = _SEGMENTS.locked(session, segment_id, version)
    segment.removed_at = now
    _SEGMENTS.save(session, segment, "removed", actor, now)


def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()[:240]


def _refuse_taken(session: Session, key: str, own_id: int | None) -> None:
    other = session.scalar(select(ReportSegment.id).where(ReportSegment.name_key == key, _LIVE))
    if other is not None and other != own_id:
        raise SegmentExists(segment_id=other)
