"""Table of answer templates."""

from datetime import datetime

from sqlalchemy import Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import NEVER_REUSED, Base, BigId, UtcDateTime
from services.core.personal_data import about_nobody

LONGEST_TEMPLATE_NAME = 80
LONGEST_TOPIC = 40


class AnswerTemplate(Base):
    """A text to start an answer with. Its fields, `{vorname}`, are filled in for each household."""

    __tablename__ = "answer_templates"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    name: Mapped[str] = mapped_column(String(LONGEST_TEMPLATE_NAME))
    topic: Mapped[str] = mapped_column(String(LONGEST_TOPIC))
    """Groups templates."""
    subject: Mapped[str] = mapped_column(String(300))
    """For new conversations; an answer keeps the subject of its conversation."""
    text: Mapped[str] = mapped_column(Text)
    version: Mapped[int] = mapped_column(Integer)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_by: Mapped[str | None] = mapped_column(String(80))
    """`staff:<id>`. None: it came with the product."""
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Set once it is removed."""

    __table_args__ = (NEVER_REUSED,)
    __privacy__ = about_nobody("id name topic subject text version created_at updated_at updated_by removed_at")
