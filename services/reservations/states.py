"""The states of a reservation, and which of them hold a spot."""

from enum import StrEnum


class ReservationState(StrEnum):
    """From the free reservation to the end of the term, and the ways out."""

    RESERVED = "reserved"
    INVITED = "invited"
    CONTRACTED = "contracted"
    ACTIVE = "active"
    ENDED = "ended"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"
    PARK_CANCELLED = "park_cancelled"


HOLDS_A_SPOT = (
    ReservationState.RESERVED,
    ReservationState.INVITED,
    ReservationState.CONTRACTED,
    ReservationState.ACTIVE,
)


class DepositState(StrEnum):
    """The 1 € card verification."""

    RESERVED = "reserved"
    VERIFIED = "verified"
    REFUNDED = "refunded"
    FAILED = "failed"
    WAIVED = "waived"
