"""The life of a card check, without a database: its states, what a provider says of it, what follows.

A provider's messages come twice, late, in any order or not at all. So none of them is believed: each only says that the
provider should be asked, and this table says what its answer of now does to a check.
"""

from dataclasses import dataclass
from enum import StrEnum


class CheckState(StrEnum):
    """What we know of a check."""

    OPEN = "open"
    """Begun: the household is at the provider, has gone away, or never got there."""
    HELD = "held"
    """1 € is authorised. It is owed back until the provider says that it is released."""
    RELEASED = "released"
    FAILED = "failed"
    """The bank has refused, or the household did not authenticate. While the provider's page is open it may still
    succeed, with another card.
    """
    EXPIRED = "expired"
    """The provider's page was left until it closed."""


class Seen(StrEnum):
    """What the provider says."""

    WAITING = "waiting"
    """Nobody has paid yet, or the bank has not decided."""
    REFUSED = "refused"
    CLOSED = "closed"
    """Its page has closed and nothing was authorised."""
    HELD = "held"
    RELEASED = "released"


class Cause(StrEnum):
    """Why a check has failed."""

    NONE = ""
    REFUSED = "refused"
    AUTHENTICATION = "authentication"
    FUNDS = "funds"
    EXPIRED_CARD = "expired_card"


@dataclass(frozen=True, slots=True)
class Answer:
    """A provider's answer about one check."""

    seen: Seen
    cause: Cause = Cause.NONE

    @property
    def is_over(self) -> bool:
        """Whether nothing will come of it any more, or come back from it."""
        return self.seen in (Seen.CLOSED, Seen.RELEASED)


def after(state: CheckState, seen: Seen) -> CheckState:
    """The state of a check once the provider has said this. Money that was authorised leaves only by its release."""
    if seen is Seen.RELEASED:
        return CheckState.RELEASED
    if state in (CheckState.HELD, CheckState.RELEASED):
        return state
    if seen is Seen.HELD:
        return CheckState.HELD
    if seen is Seen.REFUSED:
        return CheckState.FAILED
    if seen is Seen.CLOSED and state is CheckState.OPEN:
        return CheckState.EXPIRED
    return state


def deposit_steps(before: CheckState, now: CheckState) -> tuple[str, ...]:
    """The operations on the reservation's deposit that follow, in order; each may be refused, where staff have decided
    otherwise meanwhile. A release that was seen before its authorisation does both.
    """
    if before is now:
        return ()
    match now:
        case CheckState.HELD:
            return ("verify_deposit",)
        case CheckState.RELEASED:
            return ("verify_deposit", "refund_deposit")
        case CheckState.FAILED:
            return ("fail_deposit",)
    return ()
