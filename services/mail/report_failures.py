"""Mail to owner and admins when a scheduled report fails."""

from dataclasses import dataclass
from typing import ClassVar, Literal

ReportFailedTopic = Literal["first", "last", "owner"]


@dataclass(frozen=True, slots=True)
class ReportFailed:
    """To the owner and the admins: it failed for the first time, for the last time before it was paused, or it was
    paused because its owner is gone. Every text is finished German.
    """

    kind: ClassVar = "report_failed"
    reply_to: ClassVar = ""

    name: str
    schedule: str
    """The name it was given."""
    report: str
    topic: ReportFailedTopic
    due: str
    error: str
    failures: int
    path: str
    """Its page, below our address."""

    @property
    def subject(self) -> str:
        """Which one, and whether it goes on."""
        what = "wurde angehalten" if self.topic in ("last", "owner") else "ist fehlgeschlagen"
        return " ".join(f"Bericht „{self.schedule}“ {what}".split())
