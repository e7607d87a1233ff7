"""What a contract has against an operation on its reservation that a clerk calls by name."""

from sqlalchemy.orm import Session

from services.contracts.hindrances import hindrances
from services.contracts.models import ContractState
from services.contracts.order import standing_of
from services.core.clock import Clock, berlin_day
from services.core.german import long_day
from services.parks.models import Park
from services.payments.creditor import creditor_of
from services.reservations.desk.guard import Guard
from services.reservations.desk.outcomes import Refusal
from services.reservations.models import Reservation
from services.reservations.transitions import Operation
from services.settings import Settings

_ORDER = (
    "Bitte tragen Sie die Bestellung beim Vertrag ein („Bestellung eintragen“): "
    "Damit entstehen Unterlagen, Konto und Mandat."
)
_NOT_CONNECTED = "Die Lieferung beginnt mit dem Netzanschluss. Tragen Sie seinen Tag beim Park ein, dann folgt sie."


def guard_of(settings: Settings, clock: Clock) -> Guard:
    """The objections of contracts. A reservation without a contract here, from an older installation, has none but one:
    where contracts can be ordered, none is only noted.
    """

    def objection(session: Session, operation: Operation, reservation: Reservation) -> Refusal | None:
        if operation.name == "contract":
            return Refusal("needs_order", _ORDER) if creditor_of(settings) else None
        if operation.name not in ("activate", "end"):
            return None
        contract = standing_of(session, reservation.id)
        if contract is None or contract.state != ContractState.CONCLUDED.value:
            return None
        if operation.name == "activate":
            until = contract.withdraw_until
            if until is not None and berlin_day(clock()) <= until:
                words = f"Bis {long_day(until)} lässt sich der Vertrag noch widerrufen. Danach beginnt die Lieferung."
                return Refusal("not_connected", words)
            park = session.get_one(Park, reservation.park_id)
            return Refusal("not_connected", _NOT_CONNECTED) if park.connected_on is None else None
        found = hindrances(session, contract, reservation, clock())
        return Refusal("hindered", " ".join(one.sentence for one in found)) if found else None

    return objection
