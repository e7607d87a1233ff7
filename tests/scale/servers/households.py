"""Households, each with an address and a telephone of its own; at a large provider, as most have theirs, since a park
that goes to mailboxes of one small domain pauses itself.
"""

from itertools import count
from typing import Any, Final

from tests.factories import reservation_body

PROVIDER: Final = "gmx.de"
RESERVE: Final = "/functions/v1/reserve-spot"
_numbers = count(1)


def household(mailbox: str, **changes: Any) -> dict[str, Any]:
    """The call of one more household."""
    return reservation_body(email=f"{mailbox}@{PROVIDER}", mobile_phone=f"0170 {4000000 + next(_numbers)}", **changes)
