"""What became of the reservations of an operation or its undo."""

from dataclasses import dataclass
from datetime import datetime

from services.reservations.desk.refusals import Refusal
from services.reservations.models import Reservation


@dataclass(frozen=True, slots=True)
class RowResult:
    """The result for one reservation; `code` and `detail` if it was refused."""

    id: int
    reference: str | None
    outcome: str
    code: str | None
    detail: str | None
    state: str | None
    version: int | None


@dataclass(frozen=True, slots=True)
class Performed:
    """The result of an operation or its undo. `operation_id` is None if every row was refused."""

    operation_id: int | None
    undo_until: datetime | None
    results: list[RowResult]

    @property
    def done(self) -> int:
        """How many rows were changed."""
        return sum(result.outcome == "done" for result in self.results)


def done_row(reservation: Reservation) -> RowResult:
    """The result of a changed row."""
    return RowResult(reservation.id, reservation.reference, "done", None, None, reservation.state, reservation.version)


def refused_row(id_: int, reservation: Reservation | None, reason: Refusal) -> RowResult:
    """The result of a refused row."""
    found = (reservation.reference, reservation.state, reservation.version) if reservation else (None, None, None)
    return RowResult(id_, found[0], "refused", reason.code, reason.detail, found[1], found[2])
