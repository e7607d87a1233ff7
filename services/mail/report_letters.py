"""Mail with a scheduled report: title, figures, files, and how to stop it."""

from dataclasses import dataclass, field
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class ReportArrived:
    """To the recipients of a scheduled report. Every text is finished German; empty where there is none."""

    kind: ClassVar = "report_arrived"

    name: str
    """The schedule's name."""
    report: str
    question: str
    period: str
    asked: list[list[str]]
    """Label and value of each further parameter."""
    stand: str
    figures: list[dict[str, str]]
    """`label`, `value`, `note` of each large figure."""
    sentence: str
    tables: list[dict[str, Any]]
    """`title`, `sentence`, `heads` (`label`, `is_number`, `is_text`), `rows` of texts, `more`."""
    file_names: list[str]
    is_attached: bool
    kept_until: str
    link: str
    next_words: str
    note: str
    owner: str
    owner_email: str
    is_test: bool
    metrics: list[str] = field(default_factory=list)
    """Label and key of each metric shown: „Reservierungen (reservations)“. Mails from before have none."""
    charts: list[dict[str, Any]] = field(default_factory=list)
    """`title`, `heads` of labels and values, `bars` (`label`, `value`, `percent` of the longest), `more`,
    `legend`. Mails from before some of them existed have none.
    """
    headline: str = ""
    """„20 Reservierungen, 12 Verträge“."""
    provisional: str = ""
    """„Vorläufig: Kosten von Meta fehlen seit 08.11.2026.“"""

    delivery: int = 0
    """The id of the recipient's own delivery, for the link that ends them; 0 in a test and in mails from before."""

    @property
    def subject(self) -> str:
        """Its name and period, which a mailbox is searched for; then what it found."""
        parts = ["Test" if self.is_test else "", self.name, self.period]
        parts += ["vorläufig" if self.provisional else "", self.headline]
        return " ".join(": ".join(filter(None, parts)).split())

    @property
    def reply_to(self) -> str:
        """Replies go to the owner, who can change or stop the schedule."""
        return self.owner_email
