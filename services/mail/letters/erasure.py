"""The last mail or letter to a household, about its erasure. Its row is deleted once it was sent or never will be."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class DataErased:
    """What was deleted, and what is kept until when and why. A mail has no name in it."""

    kind: ClassVar = "data_erased"
    subject: ClassVar = "Ihre Daten sind gelöscht"
    reply_to: ClassVar = ""

    deleted: Sequence[str]
    """What kinds of data, as people call them."""
    kept: Sequence[Sequence[str]]
    """A line each of what, why, and until when. Empty: nothing."""
    others: Sequence[str]
    """References of further reservations of the same mailbox, which stay."""
    address: Sequence[str] = ()
    """The lines behind the window, of a letter alone: nothing else here has the postal address any more."""
