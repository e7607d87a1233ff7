"""The tables of the analytical store. Its files hold visits and touches: see `visits/personal_data.py`."""

from typing import Final

from services.core.personal_data.description import without_person
from services.store.models import RelationMark, StoreFile, StoreWatermark

TABLES: Final = (
    without_person(
        StoreFile,
        "id dataset month path first_written_in first_id last_written_in last_id rows bytes sha256 first_day last_day "
        "layout created_at retired_at",
    ),
    without_person(StoreWatermark, "dataset written_in last_id moved_at lease_owner leased_until"),
    without_person(RelationMark, "id relation changes"),
)
