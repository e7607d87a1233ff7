"""What speaks against a reservation that staff enter: never a refusal, never passed over in silence."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from services.core.contact_details import mailbox_of
from services.core.german import counted
from services.reservations.desk.duplicates import alike_of
from services.reservations.desk_entry.entry import Household
from services.settings import Settings


@dataclass(frozen=True, slots=True)
class Warning:
    """`ids` are the active reservations it is about, oldest first."""

    code: str
    message: str
    ids: Sequence[int]

    def as_json(self) -> dict[str, Any]:
        """As a refusal names it."""
        return {"code": self.code, "message": self.message, "ids": list(self.ids)}


def warnings_of(session: Session, household: Household, settings: Settings) -> list[Warning]:
    """Other reservations of what may be the same household, and limits that the public form would refuse by."""
    mailbox = mailbox_of(household.email.normalized)
    name = (household.last_name, household.first_name, household.postcode)
    alike = alike_of(session, mailbox, household.phone.e164, name)
    return list(_warnings(alike, settings))


def _warnings(alike: dict[str, list[int]], settings: Settings) -> Iterator[Warning]:
    limits = {"mailbox": settings.reservations_per_email, "phone": settings.rate_limits.reservations_per_phone}
    same = {"mailbox": "mit dieser E-Mail-Adresse", "phone": "mit dieser Telefonnummer"}
    for what, words in same.items():
        ids = alike.get(what, [])
        if not ids:
            continue
        held = counted(len(ids), "Reservierung", "Reservierungen")
        yield Warning(f"same_{what}", f"Es gibt schon {held} {words}.", ids)
        if len(ids) >= limits[what]:
            most = f"Auf der Website wären {words} höchstens {limits[what]} möglich."
            yield Warning(f"{what}_limit", most, ids)
    if ids := alike["name"]:
        held = counted(len(ids), "Reservierung", "Reservierungen")
        yield Warning("same_name", f"Es gibt schon {held} mit diesem Namen und dieser Postleitzahl.", ids)
