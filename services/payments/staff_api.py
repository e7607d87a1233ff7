"""Staff API for card checks: those of a reservation, and asking the provider again."""

from services.core.http.dependencies import ClockOf, DatabaseOf
from services.core.http.transactions import Reads
from services.core.inputs import RowId
from services.payments import check_card
from services.payments.public_api import ProviderOf
from services.payments.schemas import CardChecksOut
from services.staff.access import ClerkOf, StaffRouter

router = StaffRouter(tag="reservations")
_CHECKS = "/reservations/{reservation_id:int}/card-checks"


@router.get(_CHECKS)
def list_card_checks(reservation_id: RowId, provider: ProviderOf, _staff: ClerkOf, session: Reads) -> CardChecksOut:
    """All checks of a reservation, the newest first."""
    return CardChecksOut.of(session, reservation_id, is_offered=provider is not None)


@router.post(f"{_CHECKS}/{{check_id:int}}/end")
def end_card_check(
    reservation_id: RowId, check_id: RowId, provider: ProviderOf, staff: ClerkOf, db: DatabaseOf, clock: ClockOf
) -> CardChecksOut:
    """Ask the provider now, and have it release what is held or close what is open."""
    check_card.end(db, provider, (reservation_id, check_id), staff.actor, clock)
    with db.read() as session:
        return CardChecksOut.of(session, reservation_id, is_offered=provider is not None)
