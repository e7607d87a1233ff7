"""Staff API for files of costs that arrived by themselves: list, read, dismiss. They are taken over as any file is."""

from base64 import b64encode
from datetime import datetime

from pydantic import BaseModel

from services.campaigns.costs.arrivals import arrivals
from services.core.http.answers import Answer
from services.core.http.openapi import problems
from services.core.inputs import RowId
from services.staff.access import CallOf, MarketerOf, StaffRouter

router = StaffRouter(tag="costs")
_ONE = "/costs/arrivals/{arrival_id:int}"


class ArrivalOut(Answer):
    """A file nothing is decided about. `lines`, `cents` and `open_lines` tell what it would have brought when it came,
    and how many lines want a decision; null where only the browser reads it. `problem`: it cannot be read.
    """

    id: int
    file_name: str
    arrived_at: datetime
    problem: str | None
    lines: int | None
    cents: int | None
    open_lines: int | None


class ArrivalsOut(BaseModel):
    """`is_watched`: there is a folder for costs. `is_missing`: it cannot be found."""

    is_watched: bool
    is_missing: bool
    data: list[ArrivalOut]


class ArrivalFileOut(BaseModel):
    """The bytes of a file in base 64, for the browser to read as if it had been chosen there."""

    file_name: str
    content: str


@router.get("/costs/arrivals", operation_id="list_cost_arrivals", responses=problems(401, 403, 503))
def list_cost_arrivals(call: CallOf, _staff: MarketerOf) -> ArrivalsOut:
    """Files in the folder for costs that nothing is decided about."""
    folder = call.settings.costs_folder
    with call.db.read() as session:
        data = [ArrivalOut.model_validate(row) for row in arrivals.pending(session)]
    return ArrivalsOut(is_watched=folder is not None, is_missing=folder is not None and not folder.is_dir(), data=data)


@router.get(_ONE, operation_id="read_cost_arrival", responses=problems(401, 403, 404, 422, 503))
def read_cost_arrival(arrival_id: RowId, call: CallOf, _staff: MarketerOf) -> ArrivalFileOut:
    """One file as it arrived."""
    with call.db.read() as session:
        row = arrivals.with_content(session, arrival_id)
        return ArrivalFileOut(file_name=row.file_name, content=b64encode(row.content or b"").decode())


@router.post(f"{_ONE}/dismiss", operation_id="dismiss_cost_arrival", responses=problems(401, 403, 404, 409, 422, 503))
def dismiss_cost_arrival(arrival_id: RowId, call: CallOf, staff: MarketerOf) -> ArrivalOut:
    """Decide that the file does not count. It stays in the folder and is not shown again."""
    return call.db.write(
        lambda session: ArrivalOut.model_validate(arrivals.decide(session, arrival_id, None, staff.actor, call.now))
    )
