"""Relations read in full from the database for each new state: they are small, or change after the fact.

They contain no personal data: names, addresses, references and notes stay in the database.
"""

from collections.abc import Mapping

from analytics.store.datasets import Column, Kind, Relation


def _columns(kind: Kind, names: str) -> tuple[Column, ...]:
    return tuple(Column(name, kind) for name in names.split())


def _nullable(kind: Kind, names: str) -> tuple[Column, ...]:
    return tuple(Column(name, kind, is_nullable=True) for name in names.split())


def _inside(name: str, kind: Kind, column: str, key: str) -> Column:
    """A member of a JSON column; NULL if absent."""
    member = f"{column}->>'{key}'"
    postgresql = f"({member})::bigint" if kind is Kind.WHOLE else member
    return Column(name, kind, is_nullable=True, sqlite=f"json_extract({column}, '$.{key}')", postgresql=postgresql)


def _has(column: str, key: str) -> dict[str, str]:
    return {
        "sqlite": f"json_type({column}, '$.{key}') IS NOT NULL",
        "postgresql": f"({column}->'{key}') IS NOT NULL",
    }


def _everywhere(condition: str) -> dict[str, str]:
    return {"sqlite": condition, "postgresql": condition}


_ID = Column("id", Kind.WHOLE)
_IS_CLAIM = "(key LIKE 'claim:%' OR key LIKE 'undone:claim:%')"
_CAMPAIGN = "utm_source utm_medium utm_campaign"

_RESERVATIONS = Relation(
    "reservations",
    "reservations",
    (
        _ID,
        Column("park_id", Kind.TEXT),
        Column("spot_number", Kind.WHOLE),
        Column("state", Kind.TEXT),
        Column("created_at", Kind.MOMENT),
        Column("email_confirmed_at", Kind.MOMENT, is_nullable=True),
        Column("annual_kwh", Kind.WHOLE),
        Column("payment_plan", Kind.TEXT),
        *_columns(
            Kind.WHOLE,
            "credit_tenth_ct share_amount_cents plan_total_cents setup_fee_cents monthly_credit_cents "
            "annual_credit_cents",
        ),
        Column("merged_into_id", Kind.WHOLE, is_nullable=True),
        Column("touch_consent", Kind.WHOLE, is_nullable=True),
        *_columns(Kind.TEXT, "utm_source utm_campaign referral_code"),
    ),
)
_RESERVATION_CHANGES = Relation(
    "reservation_changes",
    "reservation_changes",
    (
        _ID,
        Column("reservation_id", Kind.WHOLE),
        Column("at", Kind.MOMENT),
        Column("action", Kind.TEXT),
        _inside("state_before", Kind.TEXT, "before", "state"),
        _inside("state_after", Kind.TEXT, "after", "state"),
    ),
    _has("after", "state"),
)
_CAMPAIGNS = Relation(
    "campaigns",
    "campaigns",
    (
        _ID,
        *_columns(Kind.TEXT, f"name {_CAMPAIGN} landing_path"),
        *_nullable(Kind.DAY, "starts_on ends_on"),
        *_nullable(Kind.WHOLE, "budget_cents"),
        Column("created_at", Kind.MOMENT),
        *_nullable(Kind.MOMENT, "archived_at"),
    ),
)
_CAMPAIGN_COSTS = Relation(
    "campaign_costs",
    "campaign_costs",
    (_ID, Column("campaign_id", Kind.WHOLE), Column("day", Kind.DAY), Column("cents", Kind.WHOLE)),
    _everywhere("removed_at IS NULL"),
)
_CONTRACT_TARGETS = Relation("contract_targets", "contract_targets", (_ID, Column("cents", Kind.WHOLE)))
_ALIASES = Relation(
    "aliases", "campaign_aliases", _columns(Kind.TEXT, "field raw canonical"), _everywhere("undone_at IS NULL")
)
_CHART_NOTES = Relation(
    "chart_notes",
    "chart_notes",
    (_ID, Column("day", Kind.DAY), Column("text", Kind.TEXT), *_nullable(Kind.WHOLE, "campaign_id")),
)
_SHORT_LINKS = Relation(
    "short_links",
    "short_links",
    (
        _ID,
        Column("slug", Kind.TEXT),
        Column("campaign_id", Kind.WHOLE),
        *_columns(Kind.TEXT, "target_path utm_term utm_content"),
        Column("created_at", Kind.MOMENT),
        *_nullable(Kind.MOMENT, "disabled_at"),
    ),
)
_SHORT_LINK_HITS = Relation(
    "short_link_hits",
    "short_link_hits",
    (
        Column("short_link_id", Kind.WHOLE),
        Column("day", Kind.DAY),
        Column("is_bot", Kind.FLAG),
        Column("hits", Kind.WHOLE),
    ),
)
_REFERRAL_CODES = Relation(
    "referral_codes",
    "referral_codes",
    (
        _ID,
        *_columns(Kind.TEXT, "code kind"),
        *_nullable(Kind.WHOLE, "reservation_id"),
        Column("partner_name", Kind.TEXT),
        Column("created_at", Kind.MOMENT),
        *_nullable(Kind.MOMENT, "disabled_at"),
    ),
)
_REFERRAL_USES = Relation(
    "referral_uses",
    "referral_uses",
    (
        Column("reservation_id", Kind.WHOLE),
        Column("raw_code", Kind.TEXT),
        *_nullable(Kind.WHOLE, "code_id"),
        Column("verdict", Kind.TEXT),
        Column("checked_at", Kind.MOMENT),
    ),
)
_TOLD_ORIGINS = Relation(
    "told_origins",
    "told_origins",
    (
        Column("reservation_id", Kind.WHOLE),
        Column("asked_at", Kind.MOMENT),
        Column("answer", Kind.TEXT),
    ),
)
_PARKS = Relation(
    "parks",
    "parks",
    (
        *_columns(Kind.TEXT, "id name location"),
        *_columns(Kind.WHOLE, "capacity_kw households"),
        *_columns(Kind.TEXT, "status timeline"),
        *_columns(Kind.WHOLE, "invest_minimum_cents spot_limit"),
        *_nullable(Kind.WHOLE, "kwh_limit"),
        Column("kwh_taken", Kind.WHOLE),
        *_nullable(Kind.DAY, "connected_on"),
    ),
)
_PARK_CHANGES = Relation(
    "park_changes",
    "park_changes",
    (
        _ID,
        Column("park_id", Kind.TEXT),
        Column("at", Kind.MOMENT),
        Column("action", Kind.TEXT),
        _inside("spot_limit_before", Kind.WHOLE, "before", "spot_limit"),
        _inside("spot_limit_after", Kind.WHOLE, "after", "spot_limit"),
    ),
)
_SPOTS = Relation(
    "spots",
    "spots",
    (
        _ID,
        Column("park_id", Kind.TEXT),
        Column("number", Kind.WHOLE),
        Column("state", Kind.TEXT),
        Column("changed_at", Kind.MOMENT),
        *_nullable(Kind.TEXT, "held_for"),
    ),
)

_CONTRACTS = Relation(
    "contracts",
    "contracts",
    (
        _ID,
        Column("reservation_id", Kind.WHOLE),
        Column("state", Kind.TEXT),
        Column("concluded_at", Kind.MOMENT, is_nullable=True),
        *_nullable(Kind.DAY, "withdraw_until ended_on begins_on"),
        *_columns(Kind.WHOLE, "annual_kwh months total_cents instalment_cents last_instalment_cents setup_cents"),
    ),
    changes="compared",
)
_EARLY_PAYMENTS = Relation(
    "early_payments",
    "early_payments",
    (*_columns(Kind.WHOLE, "contract_id first"), Column("due", Kind.DAY), Column("cents", Kind.WHOLE)),
    changes="compared",
)
_LEDGER_ENTRIES = Relation(
    "ledger_entries",
    "ledger_entries",
    (
        _ID,
        # Other keys name a line of the bank's, which no report needs.
        Column(
            "key",
            Kind.TEXT,
            sqlite=f"CASE WHEN {_IS_CLAIM} THEN key ELSE substr(key, 1, instr(key, ':') - 1) END",
            postgresql=f"CASE WHEN {_IS_CLAIM} THEN key ELSE split_part(key, ':', 1) END",
        ),
        Column("booked_on", Kind.DAY),
    ),
    changes="added",
)
_LEDGER_POSTINGS = Relation(
    "ledger_postings",
    "ledger_postings",
    (
        *_columns(Kind.WHOLE, "entry_id position"),
        Column("account", Kind.TEXT),
        *_nullable(Kind.WHOLE, "contract_id"),
        Column("amount_cents", Kind.WHOLE),
    ),
    changes="added",
)

RELATIONS: Mapping[str, Relation] = {
    relation.name: relation
    for relation in (
        _RESERVATIONS,
        _RESERVATION_CHANGES,
        _CAMPAIGNS,
        _CAMPAIGN_COSTS,
        _CONTRACT_TARGETS,
        _ALIASES,
        _CHART_NOTES,
        _SHORT_LINKS,
        _SHORT_LINK_HITS,
        _REFERRAL_CODES,
        _REFERRAL_USES,
        _TOLD_ORIGINS,
        _PARKS,
        _PARK_CHANGES,
        _SPOTS,
        _CONTRACTS,
        _EARLY_PAYMENTS,
        _LEDGER_ENTRIES,
        _LEDGER_POSTINGS,
    )
}
