"""Staff API for the status of the analytical store."""

from datetime import date, datetime

from pydantic import BaseModel, ConfigDict

from services.core.http.dependencies import ClockOf
from services.core.http.transactions import Reads
from services.staff.access import AnyStaffOf, StaffRouter
from services.store.status import StoreStatus, store_status

router = StaffRouter(tag="store")


class DatasetOut(BaseModel):
    """What the store holds of one dataset, and how many rows wait to be carried (`waiting_rows`)."""

    model_config = ConfigDict(from_attributes=True)

    name: str
    rows: int
    files: int
    bytes: int
    watermark_at: datetime | None
    waiting_rows: int
    last_day: date | None


class StoreOut(BaseModel):
    """The whole store; `is_running`: rows are being carried right now."""

    model_config = ConfigDict(from_attributes=True)

    datasets: list[DatasetOut]
    is_running: bool


@router.get("/store", response_model=StoreOut)
def get_store(_staff: AnyStaffOf, session: Reads, clock: ClockOf) -> StoreStatus:
    """How far visits and touches have been ingested."""
    return store_status(session, clock())
