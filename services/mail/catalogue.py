"""Catalogue of mail kinds: one typed value object and one pair of templates each."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, ClassVar, Literal

from services.mail.letters.answers import StaffAnswer
from services.mail.letters.console import SetupTest, WebhookPaused, WorkOverdue
from services.mail.letters.declarations import DECLARATION_LETTERS, DeclarationLetter
from services.mail.letters.erasure import DataErased
from services.mail.letters.hand_over import HAND_OVER_LETTERS, HandOverLetter
from services.mail.letters.household import (
    PAGE_LETTERS,
    AccountAsked,
    AddressChanged,
    ConfirmAccount,
    ConfirmAddress,
    ConfirmNewAddress,
    ConfirmReminder,
    HouseholdPageLetter,
    PageLink,
)
from services.mail.letters.waiting import WAITING_LETTERS, WaitingLetter
from services.mail.report_failures import ReportFailed
from services.mail.report_letters import ReportArrived
from services.mail.reservation_letters import LETTERS, HouseholdLetter, ReservationLetter
from services.offer import TERM_YEARS


@dataclass(frozen=True, slots=True)
class ReservationReceived:
    """To the household, at once: spot, reference, figures, and what happens next. Money in cents.

    The greeting has no name: the address is not confirmed yet, and the form must not relay texts to strangers.
    """

    keeps_place: ClassVar = True
    kind: ClassVar = "reservation_received"
    subject: ClassVar = "Ihr Platz ist reserviert"
    reply_to: ClassVar = ""

    first_name: str
    last_name: str
    reference: str
    park_name: str
    spot_number: int
    total_spots: int
    package: str
    annual_kwh: int
    tenth_ct: int
    price_cents: int
    plan_months: int
    plan_total_cents: int
    instalment_cents: int
    last_instalment_cents: int
    nominal_interest_bp: int
    effective_interest_bp: int
    minimum_total_cents: int
    setup_fee_cents: int
    contract_weeks_from: int
    contract_weeks_to: int
    phone_ending: str = ""
    """The last three digits: enough to notice a slip, and nothing a stranger could use."""
    details: Sequence[Sequence[str]] = field(default_factory=list)
    """What the household said of itself, label and value."""
    taken: Sequence[Sequence[int]] = field(default_factory=list)
    """The park's places that were not free, as runs of numbers; this one is among them."""
    link_seed: str = ""
    """Of the link to the household's page, which confirms the address."""
    is_confirmed: bool = False
    """Whether the address was confirmed before."""
    confirmed_day: str = ""
    """When the park was confirmed, as people read it; empty: not yet."""
    confirm_by: str = ""
    """Until when it has to be confirmed, as people read it; empty: no matter.

    This and everything after the weeks: 0 or empty in a mail that was ordered before it was kept.
    """

    @property
    def least_annual_cents(self) -> int:
        """What the expected kWh of a year bring at the contract's minimum."""
        return self.minimum_total_cents // TERM_YEARS

    @property
    def asks_address(self) -> bool:
        """Whether the address still has to be confirmed."""
        return bool(self.link_seed) and not self.is_confirmed


@dataclass(frozen=True, slots=True)
class ContactForwarded:
    """To the company: a complete message of the contact form. Empty where nothing was given."""

    kind: ClassVar = "contact_forwarded"

    reference: str
    topic: str
    suspected_spam: bool
    name: str
    email: str
    phone: str
    reservation_reference: str
    project: str
    amount_cents: int | None
    payment_method: str
    message: str

    @property
    def subject(self) -> str:
        """Contains nothing the sender typed, so that senders cannot write subject lines into our mailbox."""
        return f"{'Spamverdacht: ' if self.suspected_spam else ''}Kontaktformular, {self.topic} ({self.reference})"

    @property
    def reply_to(self) -> str:
        """Replies go to the sender."""
        return self.email


@dataclass(frozen=True, slots=True)
class ContactReceived:
    """To the sender. It repeats nothing that was typed, not even the name: the address may be a stranger's, and
    the form must not relay texts to strangers.
    """

    kind: ClassVar = "contact_received"
    subject: ClassVar = "Ihre Nachricht ist bei uns angekommen"
    reply_to: ClassVar = ""

    reference: str
    topic: str


StaffLinkPurpose = Literal["invitation", "reset", "second_factor", "both"]
"""`both`: password and second factor are set up again."""
_LINK_SUBJECTS: dict[StaffLinkPurpose, str] = {
    "invitation": "Ihre Einladung zu Voltigo",
    "reset": "Ihr neues Passwort für Voltigo",
    "second_factor": "Ihre neue Authenticator-App für Voltigo",
    "both": "Ihr neues Passwort für Voltigo",
}


@dataclass(frozen=True, slots=True)
class StaffLink:
    """To a new colleague, or one who has lost the password: the one-time link."""

    kind: ClassVar = "staff_link"
    reply_to: ClassVar = ""

    name: str
    purpose: StaffLinkPurpose
    role: str
    link: str
    """Gives its reader access to an account: see `SECRET_MEMBERS`."""
    hours: int

    @property
    def subject(self) -> str:
        """What the link is for."""
        return _LINK_SUBJECTS[self.purpose]


StaffNoticeTopic = Literal[
    "email_changed",
    "role_changed",
    "password_changed",
    "second_factor_changed",
    "second_factor_reset",
    "recovery_code_used",
    "recovery_codes_renewed",
    "codes_guessed",
    "new_device",
    "passkey_added",
    "passkey_removed",
    "passkey_copied",
]

_NOTICE_SUBJECTS: dict[StaffNoticeTopic, str] = {
    "codes_guessed": "Jemand kennt Ihr Passwort bei Voltigo",
    "new_device": "Neue Anmeldung bei Voltigo",
    "passkey_copied": "Ein Passkey Ihres Kontos bei Voltigo wurde abgelehnt",
}


@dataclass(frozen=True, slots=True)
class StaffNotice:
    """To the owner of an account: something about it was changed."""

    kind: ClassVar = "staff_notice"
    reply_to: ClassVar = ""

    name: str
    topic: StaffNoticeTopic
    role: str
    left: int
    """Recovery codes that are left, for `recovery_code_used`."""
    device: str = ""
    passkey: str = ""
    """Browser and system, and what its owner calls a passkey, where a topic is about them."""

    @property
    def subject(self) -> str:
        """What happened."""
        return _NOTICE_SUBJECTS.get(self.topic, "Änderung an Ihrem Konto bei Voltigo")


@dataclass(frozen=True, slots=True)
class AuditCheckpointMailed:
    """To administrators who asked for it: an audit log checkpoint, to be kept where it cannot be altered."""

    kind: ClassVar = "audit_checkpoint"
    subject: ClassVar = "Prüfpunkt des Protokolls von Voltigo"
    reply_to: ClassVar = ""

    name: str
    entries: int
    sealed: str
    """What `voltigo audit verify --checkpoint` takes."""


@dataclass(frozen=True, slots=True)
class AlertOpened:
    """To the recipients of alerts: what needs attention, and where to deal with it."""

    kind: ClassVar = "alert_opened"
    reply_to: ClassVar = ""

    headline: str
    words: str
    advice: str
    since: str
    """When it was found, as people read it."""
    action: str
    link: str
    all_link: str

    @property
    def subject(self) -> str:
        """What it is, and that it comes from the console."""
        return f"Hinweis: {self.headline}"


MailKind = (
    ReservationReceived
    | ContactForwarded
    | ContactReceived
    | StaffLink
    | StaffNotice
    | ReportArrived
    | AlertOpened
    | AuditCheckpointMailed
    | WebhookPaused
    | ReportFailed
    | SetupTest
    | WorkOverdue
    | DataErased
    | StaffAnswer
    | HouseholdLetter
    | HouseholdPageLetter
    | DeclarationLetter
    | WaitingLetter
    | HandOverLetter
)
"""`subject` is the mail's; `reply_to` is where answers go, empty for our own address."""

KINDS: dict[str, type[MailKind]] = {
    kind.kind: kind
    for kind in (
        ReservationReceived,
        ContactForwarded,
        ContactReceived,
        StaffLink,
        StaffNotice,
        ReportArrived,
        AlertOpened,
        AuditCheckpointMailed,
        WebhookPaused,
        ReportFailed,
        SetupTest,
        WorkOverdue,
        DataErased,
        StaffAnswer,
        *LETTERS,
        *PAGE_LETTERS,
        *DECLARATION_LETTERS,
        *WAITING_LETTERS,
        *HAND_OVER_LETTERS,
    )
}

FIGURES: dict[str, dict[str, Any]] = {
    ReportArrived.kind: {"figures": [], "sentence": "", "tables": [], "charts": [], "headline": ""}
}
"""Placeholder for a report's figures when its mail is shown to a role that may not see the report."""

SECRET_MEMBERS = {StaffLink.kind: ("link",), SetupTest.kind: ("code",)}
"""Members that nobody but the recipient may read: who shows a stored mail leaves them out, and a mail that has left, or
never will, loses them. So it cannot be sent again; a fresh link is issued instead.
"""


LINK_SEED = "link_seed"
"""Member from which the link of a household is made. Who shows a stored mail replaces it; a mail that is sent once more
keeps it."""

ON_SCREEN_ONLY = frozenset(
    {ConfirmAddress.kind, ConfirmReminder.kind, PageLink.kind, ConfirmNewAddress.kind, ConfirmAccount.kind}
)
"""Kinds that are nothing but a link: a household without a mailbox gets no letter in their place."""
LEADS_TO_PAGE: frozenset[str] = frozenset(
    name for name, kind in KINDS.items() if issubclass(kind, ReservationLetter)
) - (ON_SCREEN_ONLY | {AddressChanged.kind, AccountAsked.kind})
"""Kinds of letters to a household that bring a link to its page beside what they tell (`reservations/mails.py`): all
but those to its former address."""


def without_secrets(kind: str, values: dict[str, Any], instead: str = "") -> dict[str, Any]:
    """The stored values with each secret replaced by `instead`."""
    secret = SECRET_MEMBERS.get(kind)
    return values | dict.fromkeys(secret, instead) if secret else values


def to_values(mail: MailKind) -> dict[str, Any]:
    """The value object as the outbox stores it."""
    return {name: getattr(mail, name) for name in _member_names(mail.kind)}


def from_values(kind: str, values: dict[str, Any]) -> MailKind:
    """Restore the value object. Members dropped by a later version are ignored, so old rows stay sendable."""
    names = _member_names(kind)
    return KINDS[kind](**{name: value for name, value in values.items() if name in names})


def subject_of(kind: str, values: dict[str, Any]) -> str:
    """The subject line of a stored mail; the kind's name if the row no longer fits its kind."""
    try:
        return from_values(kind, values).subject
    except (KeyError, TypeError):
        return kind


@cache
def _member_names(kind: str) -> tuple[str, ...]:
    return tuple(member.name for member in fields(KINDS[kind]))
