"""What stands in the place of personal values in rows that stay. Nothing in it is derived from the person."""

from typing import Any, Final

from sqlalchemy import JSON, Column, Integer

from services.core.contact_details import name_key
from services.core.references import new_reference
from services.referral_codes.codes import random_code

_DOMAIN: Final = "geloescht.invalid"
"""No address below `.invalid` can exist (RFC 2606)."""


def pseudonym(table: str, column: str, id_: int) -> str:
    """The value for a column of a reservation's row."""
    address = f"haushalt-{id_}@{_DOMAIN}"
    return {
        ("reservations", "reference"): new_reference,
        ("reservations", "first_name"): lambda: "Gelöschter",
        ("reservations", "last_name"): lambda: "Haushalt",
        ("reservations", "name_key"): lambda: name_key("Haushalt", "Gelöschter"),
        ("reservations", "email"): lambda: address,
        ("reservations", "email_normalized"): lambda: address,
        ("reservations", "mailbox"): lambda: address,
        ("referral_codes", "code"): random_code,
    }[table, column]()


def empty(column: Column[Any]) -> Any:
    """Nothing, as the column can hold it."""
    if column.nullable:
        return None
    if isinstance(column.type, JSON):
        return {}
    return 0 if isinstance(column.type, Integer) else ""
