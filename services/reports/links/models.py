"""Tables of links to kept runs: the links, and how often each was opened."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, Integer, String, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime
from services.core.personal_data import INTEREST, About, Effect, about_nobody, personal


class ReportLink(Base):
    """A link with which people without an account see one kept run. Its filters are those of the run: a result that was
    kept with them holds no other rows.
    """

    __tablename__ = "report_links"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    run_id: Mapped[int] = mapped_column(BigId, ForeignKey("report_runs.id"))
    report: Mapped[str] = mapped_column(String(40))
    """The name of the definition in `analytics/reports/`."""
    label: Mapped[str] = mapped_column(String(120), info=personal("Für wen der Link ist", Effect.REDACT))
    """For whom it is, in words of staff; the page does not show it."""
    filters: Mapped[dict[str, Any]] = mapped_column(
        JSON, info=personal("Werte, auf die er eingegrenzt ist", Effect.REDACT)
    )
    """By their names in query strings: those the run was narrowed to when the link was made."""
    token_sha256: Mapped[str] = mapped_column(String(64), unique=True)
    created_by: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    revoked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    revoked_by: Mapped[str | None] = mapped_column(String(80))
    last_opened_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    answered_by: Mapped[str | None] = mapped_column(String(80))
    """Who answers for it since it was handed over; None: who made it."""
    without_money: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """Costs, prices and what is judged by them are left out wherever it is opened."""

    __table_args__ = (Index(None, "run_id"),)
    __privacy__ = About(
        "Links zu Berichten",
        purpose="Partner sehen einen festgehaltenen Bericht ohne Konto.",
        basis=INTEREST,
        rule="remarks",
        dated_by="created_at",
        nobody="id run_id report token_sha256 created_by created_at expires_at revoked_at revoked_by "
        "last_opened_at answered_by without_money",
    )


class ReportLinkOpening(Base):
    """How often a link was opened in one hour, per kind of fetch. Nothing about who opened it is stored."""

    __tablename__ = "report_link_openings"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    link_id: Mapped[int] = mapped_column(BigId, ForeignKey("report_links.id"))
    hour: Mapped[datetime] = mapped_column(UtcDateTime)
    form: Mapped[str] = mapped_column(String(10))
    """`page`, `csv` or `pdf`."""
    count: Mapped[int] = mapped_column(Integer)

    __table_args__ = (Index("uq_report_link_openings_hour", "link_id", "hour", "form", unique=True),)
    __privacy__ = about_nobody("id link_id hour form count")
