"""Parks and spots, as data protection sees them: no households, only remarks of staff."""

from typing import Final

from services.core.personal_data.description import INTEREST, Description, remark, table_of, without_person
from services.parks.models import Park, ParkChange, Spot

TABLES: Final = (
    without_person(
        Park,
        "id name location capacity_kw households status timeline invest_minimum_cents spot_limit kwh_limit kwh_taken "
        "version paused_at progress_note progress_on cancelled_at burst_since waiting waiting_length "
        "confirmed_at",
    ),
    Description(
        table_of(ParkChange),
        "id park_id at actor action before after",
        label="Änderungen der Parks",
        purpose="Nachweis, wer einen Park geändert hat und warum.",
        basis=INTEREST,
        rule="remarks",
        personal={"reason": remark("Grund in Worten des Teams")},
        dated_by="at",
    ),
    Description(
        table_of(Spot),
        "id park_id number state changed_at held_until held_for held_kwh held_reservation_id",
        label="Plätze",
        purpose="Warum ein Platz nicht vergeben wird.",
        basis=INTEREST,
        rule="remarks",
        personal={"reason": remark("Grund in Worten des Teams")},
        dated_by="changed_at",
    ),
)
