"""Mails about withdrawals and notices: the confirmation of receipt, and the decision."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

Outcome = Literal["withdrawn", "cancelled", "already_ended"]
"""What an accepted withdrawal did: the contract ended, a reservation without one was cancelled, or neither was left."""


@dataclass(frozen=True, slots=True)
class _Receipt:
    """The whole declaration as it arrived. It confirms that it arrived, and nothing else."""

    reply_to: ClassVar = ""

    reference: str
    received: str
    """Day and time in Berlin, as the page words it."""
    sentence: str
    lines: Sequence[Sequence[str]]
    """Label and text of everything typed, both as plain text."""
    sha256: str


@dataclass(frozen=True, slots=True)
class WithdrawalReceived(_Receipt):
    """To the address in the withdrawal, at once."""

    kind: ClassVar = "withdrawal_received"
    subject: ClassVar = "Ihr Widerruf ist bei uns eingegangen"


@dataclass(frozen=True, slots=True)
class NoticeReceived(_Receipt):
    """To the address in the notice, at once."""

    kind: ClassVar = "notice_received"
    subject: ClassVar = "Ihre Kündigung ist bei uns eingegangen"


@dataclass(frozen=True, slots=True)
class _Decision:
    """What staff decided. It names no reservation: anybody can type any address into a declaration."""

    reply_to: ClassVar = ""

    reference: str
    received_day: str
    words: str
    """The clerk's, or empty."""


@dataclass(frozen=True, slots=True)
class WithdrawalAccepted(_Decision):
    """`refund_day`: until when money goes back."""

    kind: ClassVar = "withdrawal_accepted"
    subject: ClassVar = "Ihr Widerruf ist bearbeitet"

    outcome: Outcome
    refund_day: str


@dataclass(frozen=True, slots=True)
class NoticeAccepted(_Decision):
    """`last_day`: the contract's."""

    kind: ClassVar = "notice_accepted"
    subject: ClassVar = "Wir bestätigen Ihre Kündigung"

    last_day: str


@dataclass(frozen=True, slots=True)
class DeclarationRejected(_Decision):
    """`what`: the declaration's noun."""

    kind: ClassVar = "declaration_rejected"

    what: Literal["Widerruf", "Kündigung"]

    @property
    def subject(self) -> str:
        """What it is about, without the outcome."""
        return "Zu Ihrem Widerruf" if self.what == "Widerruf" else "Zu Ihrer Kündigung"


DeclarationLetter = WithdrawalReceived | NoticeReceived | WithdrawalAccepted | NoticeAccepted | DeclarationRejected

DECLARATION_LETTERS: tuple[type[DeclarationLetter], ...] = (
    WithdrawalReceived,
    NoticeReceived,
    WithdrawalAccepted,
    NoticeAccepted,
    DeclarationRejected,
)
