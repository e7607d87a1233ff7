"""Tables of attribution: touches of reservations, visits, campaigns with their links, costs and aliases, referrals."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Date,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime, written_in
from services.parks.models import one_of
from services.referral_codes.verdicts import CodeKind, Verdict
from services.visits.steps import Consent, Step
from services.visits.touches import LONGEST_VALUE

_VALUE = String(LONGEST_VALUE)
LIVE_ALIAS = text("undone_at IS NULL")
LIVE_COST = text("removed_at IS NULL")
"""SQL conditions of rows that count: the others are kept so that an undo can bring them back."""


class ReservationTouch(Base):
    """One touch of the visit that led to a reservation; raw values, never changed afterwards."""

    __tablename__ = "reservation_touches"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"))
    position: Mapped[int] = mapped_column(Integer)
    """1 is the earliest."""
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    utm_source: Mapped[str] = mapped_column(_VALUE)
    utm_medium: Mapped[str] = mapped_column(_VALUE)
    utm_campaign: Mapped[str] = mapped_column(_VALUE)
    utm_term: Mapped[str] = mapped_column(_VALUE)
    utm_content: Mapped[str] = mapped_column(_VALUE)
    referral_code: Mapped[str] = mapped_column(_VALUE)
    referrer_host: Mapped[str] = mapped_column(_VALUE)
    landing_path: Mapped[str] = mapped_column(_VALUE)
    written_in: Mapped[int] = written_in()

    __table_args__ = (UniqueConstraint("reservation_id", "position"),)


class Visit(Base):
    """One page view or step that the site reported, with the touch the visit stood under. Raw values, never changed.

    There is no address and no name of a visitor in it: `visitor` is a keyed hash whose salt lives for one day.
    """

    __tablename__ = "visits"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    written_in: Mapped[int] = written_in()
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    day: Mapped[date] = mapped_column(Date)
    """The day of `at` in Berlin; `visitor` means one person on this day only."""
    visitor: Mapped[int] = mapped_column(BigInteger)
    step: Mapped[int] = mapped_column(SmallInteger)
    """`Step`."""
    path: Mapped[str] = mapped_column(_VALUE)
    """One of the site's routes; empty for any other address."""
    is_arrival: Mapped[bool] = mapped_column(Boolean)
    """The page view with which the visitor came from outside, or came anew by another campaign."""
    utm_source: Mapped[str] = mapped_column(_VALUE)
    utm_medium: Mapped[str] = mapped_column(_VALUE)
    utm_campaign: Mapped[str] = mapped_column(_VALUE)
    utm_term: Mapped[str] = mapped_column(_VALUE)
    utm_content: Mapped[str] = mapped_column(_VALUE)
    referral_code: Mapped[str] = mapped_column(_VALUE)
    referrer_host: Mapped[str] = mapped_column(_VALUE)
    landing_path: Mapped[str] = mapped_column(_VALUE)
    consent: Mapped[int] = mapped_column(SmallInteger)
    """`Consent`: whether the touch may be remembered on the device."""
    is_bot: Mapped[bool] = mapped_column(Boolean)
    is_referrer_spam: Mapped[bool] = mapped_column(Boolean)

    __table_args__ = (
        CheckConstraint(f"step BETWEEN {min(Step)} AND {max(Step)}", name="step"),
        CheckConstraint(f"consent BETWEEN {min(Consent)} AND {max(Consent)}", name="consent"),
    )


class VisitSalt(Base):
    """The key of one day's visitor hashes. Deleted when the day is over: then no hash leads back to an address."""

    __tablename__ = "visit_salts"

    day: Mapped[date] = mapped_column(Date, primary_key=True)
    salt: Mapped[bytes] = mapped_column(LargeBinary)


class Campaign(Base):
    """A campaign somebody is responsible for, found in visits by three canonical values."""

    __tablename__ = "campaigns"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    name: Mapped[str] = mapped_column(String(120))
    utm_source: Mapped[str] = mapped_column(_VALUE)
    utm_medium: Mapped[str] = mapped_column(_VALUE)
    utm_campaign: Mapped[str] = mapped_column(_VALUE)
    """Canonical: lower case, after aliases."""
    landing_path: Mapped[str] = mapped_column(_VALUE)
    starts_on: Mapped[date | None] = mapped_column(Date)
    ends_on: Mapped[date | None] = mapped_column(Date)
    budget_cents: Mapped[int | None] = mapped_column(BigInteger)
    note: Mapped[str] = mapped_column(String(1000))
    version: Mapped[int] = mapped_column(Integer)
    """Raised by every change; a save that names an older one is refused."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(80))
    archived_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    __table_args__ = (UniqueConstraint("utm_source", "utm_medium", "utm_campaign"),)


class ShortLink(Base):
    """`/l/{slug}`: an address short enough for paper that leads to a page with the campaign's fields."""

    __tablename__ = "short_links"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    slug: Mapped[str] = mapped_column(String(60), unique=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    target_path: Mapped[str] = mapped_column(_VALUE)
    utm_term: Mapped[str] = mapped_column(_VALUE)
    utm_content: Mapped[str] = mapped_column(_VALUE)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(80))
    disabled_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    __table_args__ = (Index(None, "campaign_id"),)


class ShortLinkHits(Base):
    """How often a short link was called on a day (Berlin), bots apart."""

    __tablename__ = "short_link_hits"

    short_link_id: Mapped[int] = mapped_column(ForeignKey("short_links.id"), primary_key=True)
    day: Mapped[date] = mapped_column(Date, primary_key=True)
    is_bot: Mapped[bool] = mapped_column(Boolean, primary_key=True)
    hits: Mapped[int] = mapped_column(Integer)


class Alias(Base):
    """`raw` means `canonical`, in everything that was and that comes; raw values themselves stay as they are."""

    __tablename__ = "campaign_aliases"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    field: Mapped[str] = mapped_column(String(20))
    """One of `UTM_FIELDS`."""
    raw: Mapped[str] = mapped_column(_VALUE)
    """In lower case, as values are compared."""
    canonical: Mapped[str] = mapped_column(_VALUE)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(80))
    undone_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    undone_by: Mapped[str | None] = mapped_column(String(80))

    __table_args__ = (
        Index(
            "uq_campaign_aliases_live",
            "field",
            "raw",
            unique=True,
            postgresql_where=LIVE_ALIAS,
            sqlite_where=LIVE_ALIAS,
        ),
    )


class CostImport(Base):
    """One CSV of costs that was taken over, as a whole undoable."""

    __tablename__ = "cost_imports"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    file_name: Mapped[str] = mapped_column(String(200))
    sha256: Mapped[str] = mapped_column(String(64))
    mapping: Mapped[dict[str, Any]] = mapped_column(JSON)
    """How its columns were read."""
    rows: Mapped[int] = mapped_column(Integer)
    cents: Mapped[int] = mapped_column(BigInteger)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    actor: Mapped[str] = mapped_column(String(80))
    undone_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    undone_by: Mapped[str | None] = mapped_column(String(80))


class CampaignCost(Base):
    """What a campaign cost on a day (Berlin), in cents. One live row a campaign and day."""

    __tablename__ = "campaign_costs"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    day: Mapped[date] = mapped_column(Date)
    cents: Mapped[int] = mapped_column(BigInteger)
    note: Mapped[str] = mapped_column(String(200))
    import_id: Mapped[int | None] = mapped_column(ForeignKey("cost_imports.id"))
    """The import that brought it; None: entered by hand."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(80))
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    removed_by_import_id: Mapped[int | None] = mapped_column(BigId)
    """The import that replaced it; undoing that brings it back."""

    __table_args__ = (
        Index(
            "uq_campaign_costs_live",
            "campaign_id",
            "day",
            unique=True,
            postgresql_where=LIVE_COST,
            sqlite_where=LIVE_COST,
        ),
        Index(None, "import_id"),
        CheckConstraint("cents >= 0", name="cents"),
    )


class ChartNote(Base):
    """A remark on a day (Berlin) that charts show: a fair, an article, a price change."""

    __tablename__ = "chart_notes"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    day: Mapped[date] = mapped_column(Date)
    text: Mapped[str] = mapped_column(String(200))
    campaign_id: Mapped[int | None] = mapped_column(ForeignKey("campaigns.id"))
    """Only in this campaign's charts; None: in all."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(80))

    __table_args__ = (Index(None, "day"),)


class ReferralCode(Base):
    """A code by which a household or a partner recommends the offer."""

    __tablename__ = "referral_codes"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    code: Mapped[str] = mapped_column(String(40), unique=True)
    """Upper case; compared without regard to case."""
    kind: Mapped[str] = mapped_column(String(20))
    reservation_id: Mapped[int | None] = mapped_column(ForeignKey("reservations.id"), unique=True)
    """The household's reservation; None for partners."""
    partner_name: Mapped[str] = mapped_column(String(120))
    """An organisation; empty for households."""
    note: Mapped[str] = mapped_column(String(500))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(80))
    disabled_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    __table_args__ = (CheckConstraint(one_of("kind", CodeKind), name="kind"),)


class ReferralUse(Base):
    """What became of the code a reservation came with. Written by a job after the reservation, never by the call."""

    __tablename__ = "referral_uses"

    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"), primary_key=True)
    raw_code: Mapped[str] = mapped_column(_VALUE)
    code_id: Mapped[int | None] = mapped_column(ForeignKey("referral_codes.id"))
    """None where nobody has such a code."""
    verdict: Mapped[str] = mapped_column(String(20))
    checked_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (
        Index(None, "code_id", "reservation_id"),
        CheckConstraint(one_of("verdict", Verdict), name="verdict"),
    )


class SelfCheck(Base):
    """One nightly walk over every route and short link, and where a campaign's fields got lost."""

    __tablename__ = "self_checks"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    checked: Mapped[int] = mapped_column(Integer)
    findings: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """`{"path", "parameter", "reason"}` each; empty: nothing was lost."""
