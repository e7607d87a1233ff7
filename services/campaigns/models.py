"""Tables of campaigns: links, aliases, costs and their target, notes on days, and site checks."""

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

from services.core.db.db import Base, BigId, UtcDateTime
from services.core.personal_data import INTEREST, About, Effect, about_nobody, personal
from services.visits.touches import LONGEST_VALUE

_VALUE = String(LONGEST_VALUE)
LIVE_ALIAS = text("undone_at IS NULL")
LIVE_COST = text("removed_at IS NULL")
LIVE_NAME = text("forgotten_at IS NULL")
"""SQL conditions of rows that count: the others are kept so that an undo can bring them back."""


class Campaign(Base):
    """A campaign with an owner, matched to visits by three canonical values."""

    __tablename__ = "campaigns"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    name: Mapped[str] = mapped_column(String(120), info=personal("Name der Kampagne", Effect.REDACT))
    utm_source: Mapped[str] = mapped_column(_VALUE)
    utm_medium: Mapped[str] = mapped_column(_VALUE)
    utm_campaign: Mapped[str] = mapped_column(_VALUE)
    """Canonical: lower case, after aliases."""
    landing_path: Mapped[str] = mapped_column(_VALUE)
    starts_on: Mapped[date | None] = mapped_column(Date)
    ends_on: Mapped[date | None] = mapped_column(Date)
    budget_cents: Mapped[int | None] = mapped_column(BigInteger)
    note: Mapped[str] = mapped_column(String(1000), info=personal("Notiz des Teams", Effect.REDACT))
    version: Mapped[int] = mapped_column(Integer)
    """Incremented by every change; a save based on an older version is refused."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(80))
    archived_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    __table_args__ = (UniqueConstraint("utm_source", "utm_medium", "utm_campaign"),)
    __privacy__ = About(
        "Kampagnen",
        purpose="Planung und Abrechnung der Werbung.",
        basis=INTEREST,
        rule="remarks",
        dated_by="created_at",
        nobody="id utm_source utm_medium utm_campaign landing_path starts_on ends_on budget_cents version "
        "created_at created_by archived_at",
    )


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
    __privacy__ = about_nobody("id slug campaign_id target_path utm_term utm_content created_at created_by disabled_at")


class ShortLinkHits(Base):
    """Hits of a short link on a day (Berlin), bots counted separately."""

    __tablename__ = "short_link_hits"
    __privacy__ = about_nobody("short_link_id day is_bot hits")

    short_link_id: Mapped[int] = mapped_column(ForeignKey("short_links.id"), primary_key=True)
    day: Mapped[date] = mapped_column(Date, primary_key=True)
    is_bot: Mapped[bool] = mapped_column(Boolean, primary_key=True)
    hits: Mapped[int] = mapped_column(Integer)


class Alias(Base):
    """`raw` means `canonical`, for past and future visits; stored raw values are not changed."""

    __tablename__ = "campaign_aliases"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    field: Mapped[str] = mapped_column(String(20))
    """One of `UTM_FIELDS`."""
    raw: Mapped[str] = mapped_column(_VALUE, info=personal("Schreibweise, wie sie ankam", Effect.REDACT))
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
    __privacy__ = About(
        "Schreibweisen",
        purpose="Verschiedene Schreibweisen einer Quelle zählen als eine.",
        basis=INTEREST,
        rule="remarks",
        dated_by="created_at",
        nobody="id field canonical created_at created_by undone_at undone_by",
    )


class CostImport(Base):
    """One imported CSV of costs, undoable as a whole."""

    __tablename__ = "cost_imports"
    __privacy__ = about_nobody("id file_name sha256 mapping rows cents at actor undone_at undone_by")

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
    """The costs of a campaign on a day (Berlin), in cents, negative if credit notes exceed them. One live row per
    campaign and day.
    """

    __tablename__ = "campaign_costs"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    day: Mapped[date] = mapped_column(Date)
    cents: Mapped[int] = mapped_column(BigInteger)
    note: Mapped[str] = mapped_column(String(200), info=personal("Notiz des Teams", Effect.REDACT))
    import_id: Mapped[int | None] = mapped_column(ForeignKey("cost_imports.id"))
    """The import that brought it; None: entered by hand."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(80))
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    removed_by_import_id: Mapped[int | None] = mapped_column(BigId)
    """The import that replaced it; undoing that brings it back."""
    clicks: Mapped[int | None] = mapped_column(BigInteger)
    impressions: Mapped[int | None] = mapped_column(BigInteger)
    """As the platform counted them; None: not known."""

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
        CheckConstraint("clicks >= 0 AND impressions >= 0", name="counts"),
    )
    __privacy__ = About(
        "Kosten",
        purpose="Was eine Kampagne gekostet hat.",
        basis=INTEREST,
        rule="remarks",
        dated_by="created_at",
        nobody="id campaign_id day cents import_id created_at created_by removed_at removed_by_import_id clicks "
        "impressions",
    )


class PlatformName(Base):
    """The campaign that a name on an ad platform means; without a campaign its lines are always left out."""

    __tablename__ = "platform_names"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    platform: Mapped[str] = mapped_column(String(20))
    name: Mapped[str] = mapped_column(String(400))
    """As it was first seen in a file."""
    folded: Mapped[str] = mapped_column(String(800))
    """As names are compared; folding may lengthen a name."""
    campaign_id: Mapped[int | None] = mapped_column(ForeignKey("campaigns.id"))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(80))
    forgotten_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    forgotten_by: Mapped[str | None] = mapped_column(String(80))

    __table_args__ = (
        Index(
            "uq_platform_names_live",
            "platform",
            "folded",
            unique=True,
            postgresql_where=LIVE_NAME,
            sqlite_where=LIVE_NAME,
        ),
    )
    __privacy__ = about_nobody("id platform name folded campaign_id created_at created_by forgotten_at forgotten_by")


class ContractTarget(Base):
    """The maximum cost of a contract. Every change is a row; the newest counts."""

    __tablename__ = "contract_targets"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    cents: Mapped[int] = mapped_column(BigInteger)
    set_at: Mapped[datetime] = mapped_column(UtcDateTime)
    set_by: Mapped[str] = mapped_column(String(80))

    __table_args__ = (CheckConstraint("cents > 0", name="cents"),)
    __privacy__ = about_nobody("id cents set_at set_by")


class CostArrival(Base):
    """A file that arrived in the watched folder. It counts only once a marketer has imported it."""

    __tablename__ = "cost_arrivals"
    __privacy__ = about_nobody(
        "id file_name sha256 content arrived_at problem lines cents open_lines decided_at decided_by import_id"
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    file_name: Mapped[str] = mapped_column(String(200))
    sha256: Mapped[str] = mapped_column(String(64), unique=True)
    """Of its bytes: the same file never arrives twice, whatever its name."""
    content: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    """None: too large to be taken."""
    arrived_at: Mapped[datetime] = mapped_column(UtcDateTime)
    problem: Mapped[str | None] = mapped_column(String(300))
    """The sentence for a file that cannot be read."""
    lines: Mapped[int | None] = mapped_column(Integer)
    cents: Mapped[int | None] = mapped_column(BigInteger)
    open_lines: Mapped[int | None] = mapped_column(Integer)
    """What it would have brought when it came; None where it cannot be read."""
    decided_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    decided_by: Mapped[str | None] = mapped_column(String(80))
    import_id: Mapped[int | None] = mapped_column(ForeignKey("cost_imports.id"))
    """The import that took it over; None once decided: dismissed."""


class ChartNote(Base):
    """A remark on a day (Berlin) that charts show: a fair, an article, a price change; or something that was sent."""

    __tablename__ = "chart_notes"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    day: Mapped[date] = mapped_column(Date)
    text: Mapped[str] = mapped_column(String(200), info=personal("Text des Teams", Effect.REDACT))
    campaign_id: Mapped[int | None] = mapped_column(ForeignKey("campaigns.id"))
    """Only in this campaign's charts; None: in all."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(80))
    kind: Mapped[str | None] = mapped_column(String(20))
    """Which kind of sending it was (`SENDINGS`); None: no sending."""
    hour: Mapped[int | None] = mapped_column(SmallInteger)
    """The hour in Berlin in which the sending began; None: some time on its day."""
    audience: Mapped[int | None] = mapped_column(Integer)
    """How many it went to, as far as that is known."""

    __table_args__ = (Index(None, "day"),)
    __privacy__ = About(
        "Anmerkungen zu Tagen",
        purpose="Erklärt, was eine Zahl an einem Tag bewegt hat.",
        basis=INTEREST,
        rule="remarks",
        dated_by="created_at",
        nobody="id day campaign_id kind hour audience created_at created_by",
    )


class SelfCheck(Base):
    """One nightly check of every route and short link, with the places where a campaign's fields got lost."""

    __tablename__ = "self_checks"
    __privacy__ = about_nobody("id at checked findings")

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    checked: Mapped[int] = mapped_column(Integer)
    findings: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """`{"path", "parameter", "reason"}` each; empty: nothing was lost."""
