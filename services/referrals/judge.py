"""What the use of a referral code is worth. Pure.

A household is told by any one of three marks: its address, its telephone, its name at its postcode. Whoever comes by
the own code recommends itself, and whoever comes by somebody that came, directly or by others, through this very
household closes a ring. Both happen by accident and are kept, but count for nobody.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from services.referral_codes.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Household:
    """The marks of a household, each in the form in which equal ones are equal; an empty one tells nothing."""

    email: str
    phone: str
    name: tuple[str, str, str]
    """Last name, first name, postcode."""

    def is_same(self, other: "Household") -> bool:
        """Whether one mark is the same in both."""
        same_email = bool(self.email) and self.email == other.email
        same_phone = bool(self.phone) and self.phone == other.phone
        return same_email or same_phone or (all(self.name) and self.name == other.name)


@dataclass(frozen=True, slots=True)
class CodeFacts:
    """A code that exists, and since when it is disabled."""

    disabled_at: datetime | None


def judge(guest: Household, came_at: datetime, code: CodeFacts | None, recommenders: Iterable[Household]) -> Verdict:
    """The verdict on one reservation's code.

    `recommenders` are the household of the code, then whoever recommended that one, and so on; none for a partner.
    They are asked for one by one, so a lazy walk ends at the first that decides. A code that was disabled later was
    good when it was used.
    """
    if code is None:
        return Verdict.UNKNOWN
    if code.disabled_at is not None and code.disabled_at <= came_at:
        return Verdict.DISABLED
    for distance, household in enumerate(recommenders):
        if household.is_same(guest):
            return Verdict.LOOP if distance else Verdict.SELF
    return Verdict.VALID
