"""What two limits, spots and kWh, leave of a park."""

from services.offer.constants import OFFER

SMALLEST_KWH: int = min(package["annual_kwh"] for package in OFFER["packages"])
"""The least energy a reservation takes, in kWh a year."""


def spots_left(free: int, kwh_limit: int | None, kwh_taken: int) -> int:
    """How many of the free spots could still be given, were everybody to take the smallest package."""
    if kwh_limit is None:
        return free
    return min(free, max(kwh_limit - kwh_taken, 0) // SMALLEST_KWH)
