"""What an erasure would do; the same preview for household and staff."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.personal_data import Effect
from services.data_protection.erasure import rows
from services.data_protection.erasure.contract import contract_of
from services.data_protection.erasure.erase import gives_up_place, holds_of
from services.data_protection.erasure.free_texts import find_texts
from services.data_protection.erasure.kept import Kept, kept_of
from services.data_protection.erasure.naming import naming_of
from services.data_protection.errors import AlreadyErased
from services.data_protection.person import Person, person_of, references_of_others
from services.data_protection.registry import REGISTRY
from services.reservations.desk.show import find


@dataclass(frozen=True, slots=True)
class Counted:
    """A table's label and how many of its rows are concerned."""

    label: str
    rows: int


@dataclass(frozen=True, slots=True)
class Preview:
    """`spot_number`: the place that is freed. `version`: to be passed with the erasure."""

    version: int
    spot_number: int | None
    has_running_contract: bool
    deleted: list[Counted]
    pseudonymised: list[Counted]
    redacted: list[Counted]
    """Texts elsewhere that name the person: they stay without those words."""
    kept: list[Kept]
    others: list[str]
    """References of further reservations of the same mailbox, which stay."""


def preview(session: Session, reservation_id: int, now: datetime) -> Preview:
    """What erasing this reservation's person would do now. UnknownReservation, AlreadyErased."""
    reservation = find(session, reservation_id)
    if reservation.erased_at is not None:
        raise AlreadyErased
    person = person_of(session, reservation)
    contract = contract_of(session, reservation)
    holds = holds_of(contract, berlin_day(now))
    # How many texts of staff and records of others name the person, by place
    found = find_texts(session, naming_of(session, reservation, person), person)
    counts = Counter(finding.described.label for finding in found)
    return Preview(
        version=reservation.version,
        spot_number=reservation.spot_number if gives_up_place(reservation) else None,
        has_running_contract=contract is not None and contract.ended_on is None,
        deleted=list(_deleted(session, person, holds)),
        pseudonymised=list(_pseudonymised(session, person, holds)),
        redacted=[Counted(label, rows) for label, rows in counts.items()],
        kept=kept_of(session, person, contract, holds),
        others=references_of_others(session, person),
    )


def _deleted(session: Session, person: Person, holds: rows.Holds) -> Iterator[Counted]:
    for described in rows.deleted_tables():
        count = rows.count_rows(session, described, rows.deletable(described, person, holds))
        if count:
            yield Counted(described.label, count)


def _pseudonymised(session: Session, person: Person, holds: rows.Holds) -> Iterator[Counted]:
    """Rows that stay, pseudonymised."""
    effects = (Effect.EMPTY, Effect.PSEUDONYM, Effect.HISTORY, Effect.REDACT)
    for name in ("reservations", "reservation_changes", "referral_codes", "reservation_touches"):
        described = REGISTRY[name]
        is_changed = any(
            column.effect in effects and column.hold not in holds for column in described.personal.values()
        )
        count = rows.count_rows(session, described, person)
        if count and is_changed:
            yield Counted(described.label, count)
