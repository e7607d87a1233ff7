"""Households, each with an address and a telephone of its own."""

from itertools import count
from typing import Any, Final

from tests.factories import reservation_body

RESERVE: Final = "/functions/v1/reserve-spot"
_numbers = count(1)


def household(mailbox: str, **changes: Any) -> dict[str, Any]:
    """The call of one more household."""
    return reservation_body(email=f"{mailbox}@example.org", mobile_phone=f"0170 {4000000 + next(_numbers)}", **changes)
