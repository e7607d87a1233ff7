"""Rate limits and other bounds against floods. `VOLTIGO_RATE_LIMITS` overrides single ones by name.

They are constants rather than one setting each, since installations have no reason to change them. Measurements behind
the limits of reservations are in `reservations/abuse/LIMITS.md`.
"""

from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

FORM: Final = "takes on, off, or single limits by name such as reserve=30/600,connections=20000"


class RateLimit(BaseModel):
    """A number of calls per number of seconds, written `30/600`."""

    calls: int = Field(gt=0)
    seconds: int = Field(gt=0)

    def __str__(self) -> str:
        return f"{self.calls}/{self.seconds}"


class Limits(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    are_on: bool = True
    """Off: no caller is counted, for load tests; production refuses it. What is no matter of a caller stays."""

    reserve: RateLimit = RateLimit(calls=30, seconds=600)
    """Reservation calls of one address with a valid body: a village hall behind one address comes through."""
    reserve_refused: RateLimit = RateLimit(calls=120, seconds=600)
    """Reservation calls with an invalid body: they are counted separately and never block valid ones."""
    reserved_network: RateLimit = RateLimit(calls=60, seconds=3600)
    """New reservations out of one IPv4 /24 or IPv6 /48."""
    reserved_block: RateLimit = RateLimit(calls=12, seconds=3600)
    """New reservations out of one IPv6 /56."""
    reserved_address: RateLimit = RateLimit(calls=3, seconds=86400)
    """New reservations of one address before the shared limit `reserved_repeats` applies."""
    reserved_repeats: RateLimit = RateLimit(calls=30, seconds=3600)
    """New reservations in one park from addresses that are beyond `reserved_address`, all together."""
    reserved_wide: RateLimit = RateLimit(calls=60, seconds=3600)
    """New reservations out of one IPv4 /16, IPv6 /40 or IPv6 /32, before the next one has to be confirmed first."""
    reserved_domain: RateLimit = RateLimit(calls=12, seconds=3600)
    """New reservations with mailboxes of one domain that is no large provider's, before that; confirmed ones too."""
    reservations_per_phone: int = Field(5, ge=1)
    """Reservations that hold a spot and name one mobile number: parents reserve for their children."""
    fill_seconds: int = Field(3, ge=0, le=60)
    """How long our own page must have been open before it may send a reservation: nobody fills it in faster."""
    confirm_burst_percent: int = Field(10, ge=1, le=100)
    """How many of a park's places may be unconfirmed before new ones have hours instead of days."""
    confirm_hours_in_burst: int = Field(24, ge=1, le=336)
    """Those hours: a household that reserves in the evening may confirm the next day."""

    outcome: RateLimit = RateLimit(calls=60, seconds=600)
    contact: RateLimit = RateLimit(calls=10, seconds=600)
    acknowledgement: RateLimit = RateLimit(calls=3, seconds=86400)
    """Confirmation mails to one mailbox from each public form; what was sent in is taken all the same."""
    household: RateLimit = RateLimit(calls=20, seconds=600)
    """Links asked for and tried by one caller."""
    household_mail: RateLimit = RateLimit(calls=5, seconds=86400)
    """Mails that a household can have sent to one mailbox without being signed in."""
    visit: RateLimit = RateLimit(calls=300, seconds=60)
    """Page views and steps of one caller; more are not counted."""
    visitors: RateLimit = RateLimit(calls=20, seconds=3600)
    """New visitors from one IPv4 address or IPv6 /56; further ones are flagged as bots."""

    staff_login: RateLimit = RateLimit(calls=5, seconds=60)
    """Tries of a password: of one network, or of a browser known from an earlier log-in, at one account."""
    staff_address: RateLimit = RateLimit(calls=30, seconds=600)
    """The same of one network at all accounts."""
    staff_account: RateLimit = RateLimit(calls=10, seconds=15)
    """The same at one account from all unknown browsers: short, so that nobody can lock a colleague out."""
    staff_code: RateLimit = RateLimit(calls=5, seconds=300)
    """Tries of a code, and refused passkeys."""
    machine: RateLimit = RateLimit(calls=120, seconds=60)
    """Reads of report results per token, and per caller."""
    report_link: RateLimit = RateLimit(calls=120, seconds=600)
    """Openings of links to kept reports, wrong links included."""

    connections: int = Field(10_000, ge=10)
    """Open connections in all, or fewer where the system lets a process open fewer files."""
    connections_per_address: int = Field(100, ge=1)
    """Of one caller that is no listed proxy: a browser opens six."""

    @field_validator("*", mode="before")
    @classmethod
    def _read_rate(cls, value: object) -> object:
        if isinstance(value, str) and "/" in value:
            calls, _, seconds = value.partition("/")
            return {"calls": calls, "seconds": seconds}
        return value

    def __str__(self) -> str:
        """As the setting has it."""
        usual = Limits(are_on=self.are_on)
        changed = [f"{name}={value}" for name, value in self if value != getattr(usual, name)]
        return ",".join(([] if self.are_on else ["off"]) + changed) or "on"


def read_limits(text: str) -> Limits:
    """`on`, `off`, or single limits by name, separated by commas. Raises ValueError."""
    given: dict[str, Any] = {}
    for part in text.split(","):
        name, is_single, value = (piece.strip() for piece in part.partition("="))
        if is_single and name != "are_on":
            given[name] = value
        elif part.strip() in ("on", "off"):
            given["are_on"] = part.strip() == "on"
        else:
            raise ValueError(FORM)
    try:
        return Limits(**given)
    except ValidationError as error:
        # The sentence of the error would hold what was given.
        names = ", ".join(dict.fromkeys(str(fault["loc"][0]) for fault in error.errors(include_input=False)))
        raise ValueError(f"{FORM} (not: {names})") from None
