"""A message written by a clerk, as an answer or as the first of a conversation."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class StaffAnswer:
    """The clerk's own words, in the layout of our mails. `reference` is the conversation's, `NA-7K3M-Q2XH`."""

    kind: ClassVar = "staff_answer"
    reply_to: ClassVar = ""

    headline: str
    """The subject as it goes out, with the reference."""
    text: str
    clerk: str
    reference: str
    in_reply_to: str = ""
    """Message-ID of the answered message, without brackets; may be empty."""
    references: Sequence[str] = field(default_factory=list)
    """Message-IDs of the messages before it, the oldest first."""

    @property
    def subject(self) -> str:
        """As the clerk wrote it."""
        return self.headline

    @property
    def paragraphs(self) -> list[list[str]]:
        """The text by paragraphs and lines."""
        blocks = self.text.strip().split("\n\n")
        return [block.strip("\n").splitlines() for block in blocks if block.strip()]
