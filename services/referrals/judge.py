"""Verdict on the use of a referral code. Pure.

A household is identified by any one of three marks: its e-mail, its telephone, its name at its postcode. Using one's
own code is a self-referral; using the code of a household that this one recommended, directly or through others,
closes a loop. Both happen by accident and are stored, but count for nobody.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from services.referral_codes.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Household:
    """The identifying marks of a household, normalised for comparison; an empty one matches nothing."""

    email: str
    phone: str
    name: tuple[str, str, str]
    """Last name, first name, postcode."""

    def is_same(self, other: "Household") -> bool:
        """Whether the two share at least one mark."""
        same_email = bool(self.email) and self.email == other.email
        same_phone = bool(self.phone) and self.phone == other.phone
        return same_email or same_phone or (all(self.name) and self.name == other.name)


@dataclass(frozen=True, slots=True)
class CodeFacts:
    """A code that exists, and since when it is disabled."""

    disabled_at: datetime | None


def judge(guest: Household, came_at: datetime, code: CodeFacts | None, recommenders: Iterable[Household]) -> Verdict:
    """The verdict on one reservation's code.

    `recommenders` are the household of the code, then the household that recommended it, and so on; none for a partner.
    They are read one by one, so a lazy iterator stops at the first that decides. A code that was disabled later was
    valid when it was used.
    """
    if code is None:
        return Verdict.UNKNOWN
    if code.disabled_at is not None and code.disabled_at <= came_at:
        return Verdict.DISABLED
    for distance, household in enumerate(recommenders):
        if household.is_same(guest):
            return Verdict.LOOP if distance else Verdict.SELF
    return Verdict.VALID
