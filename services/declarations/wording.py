"""The German text of a declaration: one source for page, mail, file and database. Pure."""

import hashlib
from dataclasses import dataclass
from datetime import date

from services.core.contact_details import Email
from services.core.german import long_day
from services.declarations.states import DeclarationKind, NoticeKind

Line = tuple[str, str]
"""A label, and what was typed under it."""

NOUN = {DeclarationKind.WITHDRAWAL: "Widerruf", DeclarationKind.NOTICE: "Kündigung"}
WITH_PRONOUN = {DeclarationKind.WITHDRAWAL: "Ihr Widerruf", DeclarationKind.NOTICE: "Ihre Kündigung"}
NOTICE_NAMES = {NoticeKind.ORDINARY: "ordentlich", NoticeKind.EXTRAORDINARY: "außerordentlich, aus wichtigem Grund"}
SOONEST = "so bald wie möglich"


@dataclass(frozen=True, slots=True)
class Declared:
    """A valid declaration, cleaned. The last three belong to a notice; `wished_end` None: as soon as possible."""

    kind: DeclarationKind
    name: str
    contract: str
    email: Email
    remark: str = ""
    notice_kind: NoticeKind | None = None
    reason: str = ""
    wished_end: date | None = None

    @property
    def sentence(self) -> str:
        """The declaration itself."""
        if self.kind is DeclarationKind.WITHDRAWAL:
            return "Hiermit widerrufe ich den unten bezeichneten Vertrag."
        if self.notice_kind is NoticeKind.EXTRAORDINARY:
            return "Hiermit kündige ich den unten bezeichneten Vertrag außerordentlich aus wichtigem Grund."
        return "Hiermit kündige ich den unten bezeichneten Vertrag ordentlich."

    @property
    def lines(self) -> list[Line]:
        """What was typed, in the order of the form; without what was left empty."""
        notice: list[Line] = []
        if self.notice_kind is not None:
            end = long_day(self.wished_end) if self.wished_end else SOONEST
            notice = [("Art der Kündigung", NOTICE_NAMES[self.notice_kind]), ("Grund", self.reason)]
            notice += [("Gewünschtes Ende", end)]
        personal = [("Name", self.name), ("Vertrag", self.contract), ("E-Mail", self.email.typed)]
        return [line for line in [*notice, *personal, ("Ihre Nachricht", self.remark)] if line[1]]

    @property
    def wording(self) -> str:
        """Everything as one text."""
        typed = [f"{label}: {text}" for label, text in self.lines]
        return "\n".join([NOUN[self.kind], "", self.sentence, "", *typed])

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.wording.encode()).hexdigest()
