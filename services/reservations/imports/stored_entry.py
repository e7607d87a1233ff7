"""An entry as a row of the import keeps it until its turn comes. Pure."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from datetime import date
from typing import Any

from services.core.contact_details import Email, Phone
from services.reservations.desk_entry.channels import Channel
from services.reservations.desk_entry.entry import Entry, Household, Wish
from services.reservations.imports.rows import PASSED_OVER


def as_json(entry: Entry) -> dict[str, Any]:
    """The entry as JSON holds it."""
    return {
        "household": asdict(replace(entry.household)),
        "wish": asdict(entry.wish),
        "received_on": entry.received_on.isoformat() if entry.received_on else None,
        "note": entry.note,
        "touch": dict(entry.touch),
    }


def from_json(kept: Mapping[str, Any], *, is_told: bool) -> Entry:
    """The entry that `as_json` kept."""
    who = kept["household"]
    day = kept["received_on"]
    return Entry(
        household=Household(**{**who, "email": Email(*who["email"]), "phone": Phone(*who["phone"])}),
        wish=Wish(**kept["wish"]),
        channel=Channel.IMPORT,
        received_on=date.fromisoformat(day) if day else None,
        note=kept["note"],
        seen=PASSED_OVER,
        touch=kept["touch"],
        is_told=is_told,
    )
