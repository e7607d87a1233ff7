"""Tables of alerts: the rules, and what they found."""

from datetime import date, datetime, time

from sqlalchemy import JSON, BigInteger, Boolean, Date, ForeignKey, Index, Integer, String, Time, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime
from services.core.personal_data import CONSENT, About, Effect, about_nobody, personal

IS_OPEN = text("closed_at IS NULL")
IS_BUILT_IN = text("comparison IS NULL")
"""SQL conditions. As text, since `ON CONFLICT` matches an index by identical wording."""


class AlertRule(Base):
    """What is watched, when an alert opens, and who gets a mail. The migrations insert one row per built-in kind."""

    __tablename__ = "alert_rules"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    kind: Mapped[str] = mapped_column(String(40))
    """A name of `built_in.py` or, of a rule that staff made, of `figures.py`."""
    comparison: Mapped[str | None] = mapped_column(String(20))
    """A `judging.Comparison`; None: built in, an alert opens when the reading reaches the threshold."""
    scope: Mapped[str] = mapped_column(String(20))
    scope_value: Mapped[str | None] = mapped_column(String(100))
    """Which campaign (its id), source, channel group or park; None: all of them."""
    threshold: Mapped[int | None] = mapped_column(BigInteger)
    """In the unit of the kind or figure; per cent where days are compared with like days."""
    days: Mapped[int] = mapped_column(Integer)
    """How many days are looked at together."""
    is_on: Mapped[bool] = mapped_column(Boolean)
    to_admins: Mapped[bool] = mapped_column(Boolean)
    """Whether every account that is an active administrator at the time gets the mail."""
    recipients: Mapped[list[int | str]] = mapped_column(JSON, info=personal("Konten und Adressen", Effect.LEGAL_HOLD))
    """Other recipients: accounts of colleagues, mailed at their current address, and external addresses as typed."""
    quiet_from: Mapped[time | None] = mapped_column(Time)
    quiet_to: Mapped[time | None] = mapped_column(Time)
    """Times of day in Berlin; an end not after the start is on the next day. Both None: no quiet times."""
    quiet_days: Mapped[list[int]] = mapped_column(JSON)
    """Weekdays on which quiet times begin, 1 Monday … 7 Sunday."""
    note: Mapped[str | None] = mapped_column(String(500))
    """German: what an upgrade made of the rule. Gone with the next change."""
    version: Mapped[int] = mapped_column(Integer)
    """Incremented by every change; a save with an older version is refused."""
    changed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    changed_by: Mapped[str | None] = mapped_column(String(80))
    checked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When it was last checked."""
    excused_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When its reading was last found meaningless: no reservation was possible, so waiting for one does not count."""
    judged_day: Mapped[date | None] = mapped_column(Date)
    """Of a figure: the last day that was judged; None: not yet, or changed since."""
    state: Mapped[str | None] = mapped_column(String(20))
    """What that day said, a `judging.State`."""
    value: Mapped[int | None] = mapped_column(BigInteger)

    __table_args__ = (
        Index(
            "uq_alert_rules_built_in",
            "kind",
            unique=True,
            postgresql_where=IS_BUILT_IN,
            sqlite_where=IS_BUILT_IN,
        ),
    )
    __privacy__ = About(
        "Empfänger von Hinweisen",
        purpose="Wer erfährt, dass etwas Aufmerksamkeit braucht.",
        basis=CONSENT,
        rule="staff",
        nobody="id kind comparison scope scope_value threshold days is_on to_admins quiet_from quiet_to quiet_days "
        "note version changed_at changed_by checked_at excused_at judged_day state value",
    )


class Alert(Base):
    """A problem that needs attention, from opening to closing. At most one open alert per rule and subject."""

    __tablename__ = "alerts"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    rule_id: Mapped[int] = mapped_column(BigId, ForeignKey("alert_rules.id"))
    kind: Mapped[str] = mapped_column(String(40))
    """That of the rule, which never changes."""
    subject: Mapped[str] = mapped_column(String(120))
    """Subject, `park:ingolstadt`; of a figure its scope, `all` or `campaign:7`."""
    headline: Mapped[str] = mapped_column(String(200))
    words: Mapped[str] = mapped_column(String(500))
    value: Mapped[int] = mapped_column(BigInteger)
    """The last reading, in the unit of the threshold."""
    threshold: Mapped[int | None] = mapped_column(BigInteger)
    """The threshold it was last compared with."""
    day: Mapped[date | None] = mapped_column(Date)
    """Of a figure: the last day on which it was found."""
    opened_at: Mapped[datetime] = mapped_column(UtcDateTime)
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)
    closed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    mailed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When its mails were queued; None during quiet times, or if there are no recipients."""
    noted_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    noted_by: Mapped[str | None] = mapped_column(String(80))

    __table_args__ = (
        Index("uq_alerts_open", "rule_id", "subject", unique=True, postgresql_where=IS_OPEN, sqlite_where=IS_OPEN),
        Index(None, "closed_at"),
    )
    __privacy__ = about_nobody(
        "id rule_id kind subject headline words value threshold day opened_at seen_at closed_at mailed_at "
        "noted_at noted_by"
    )
