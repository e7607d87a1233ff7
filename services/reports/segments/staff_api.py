"""Staff API for saved report segments."""

from typing import Annotated

from fastapi import Query
from sqlalchemy.orm import Session

from services.core.http.transactions import Reads, Writes
from services.core.inputs import RowId
from services.reports.models import ReportSegment
from services.reports.segments import segments
from services.reports.segments.schemas import SegmentEditIn, SegmentIn, SegmentOut, SegmentRemovalQuery, SegmentsOut
from services.staff.access import CallOf, MarketerOf, StaffRouter
from services.staff.actor_names import with_actor_names
from services.staff.stale import acts, stale, with_current

router = StaffRouter(tag="report-segments")
_EDITS = stale(SegmentOut)


def _out(session: Session, rows: list[ReportSegment]) -> list[SegmentOut]:
    return [SegmentOut.model_validate(row) for row in with_actor_names(session, rows, "created_by")]


@router.get("/report-segments")
def list_report_segments(session: Reads, _staff: MarketerOf) -> SegmentsOut:
    """All segments by name; at most a hundred."""
    found = _out(session, list(segments.segments(session)))
    return SegmentsOut(data=found, has_next=False, total=len(found))


@router.post("/report-segments", status_code=201)
def add_report_segment(body: SegmentIn, session: Writes, call: CallOf, staff: MarketerOf) -> SegmentOut:
    """Save filters under a name."""
    return _out(session, [segments.add(session, body, staff.actor, call.now)])[0]


@router.patch("/report-segments/{segment_id:int}", responses=_EDITS)
def edit_report_segment(
    segment_id: RowId, body: SegmentEditIn, session: Writes, call: CallOf, staff: MarketerOf
) -> SegmentOut:
    """Change name or filters; a stale save is refused with the present segment."""
    edits = acts(f"segment:{segment_id}", "segment.edited")
    with with_current(session, lambda: _out(session, [segments.find(session, segment_id)])[0], edits):
        return _out(session, [segments.edit(session, segment_id, body, staff.actor, call.now)])[0]


@router.delete("/report-segments/{segment_id:int}", status_code=204)
def remove_report_segment(
    segment_id: RowId, wanted: Annotated[SegmentRemovalQuery, Query()], session: Writes, call: CallOf, staff: MarketerOf
) -> None:
    """Remove a segment; reports made with it keep their filters."""
    segments.remove(session, segment_id, wanted.version, staff.actor, call.now)
