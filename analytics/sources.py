"""Relations of schema `source`: everything models may read, with names and DuckDB types.

`at` and other timestamps are naive UTC, `day` is a day in Berlin, money is whole cents. The code that opens the
warehouse provides them; a test or a report without the store creates them empty and fills in what it needs.
None of them contains personal data.
"""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Final

from analytics.chance.limits import Segment
from analytics.touch_fields import CLICKED_AD, DEVICE, TOUCH_FIELDS

if TYPE_CHECKING:
    import duckdb

_TOUCH: Final = dict.fromkeys(TOUCH_FIELDS, "VARCHAR")
_VISITS: Final = {
    "id": "BIGINT",
    "at": "TIMESTAMP",
    "day": "DATE",
    "visitor": "BIGINT",
    "step": "SMALLINT",
    "path": "VARCHAR",
    "is_arrival": "BOOLEAN",
    **_TOUCH,
    CLICKED_AD: "VARCHAR",
    DEVICE: "VARCHAR",
    "consent": "SMALLINT",
    "is_bot": "BOOLEAN",
    "is_referrer_spam": "BOOLEAN",
}
COUNTS: Final = (
    "visitors",
    "sessions",
    "page_views",
    "calculator_used",
    "form_started",
    "step_2",
    "step_3",
    "step_4",
    "reserved",
    "asked",
    "remembered",
    "short",
)
"""Measures of `visit_days`; all of them are additive over days and origins."""
_VISIT_DAYS: Final = {
    "day": "DATE",
    "is_bot": "BOOLEAN",
    "is_referrer_spam": "BOOLEAN",
    **_TOUCH,
    DEVICE: "VARCHAR",
    **dict.fromkeys(COUNTS, "BIGINT"),
}
_RESERVATIONS: Final = {
    "id": "BIGINT",
    "park_id": "VARCHAR",
    "spot_number": "INTEGER",
    "state": "VARCHAR",
    "created_at": "TIMESTAMP",
    "email_confirmed_at": "TIMESTAMP",
    "annual_kwh": "BIGINT",
    "payment_plan": "VARCHAR",
    "credit_tenth_ct": "BIGINT",
    "share_amount_cents": "BIGINT",
    "plan_total_cents": "BIGINT",
    "setup_fee_cents": "BIGINT",
    "monthly_credit_cents": "BIGINT",
    "annual_credit_cents": "BIGINT",
    "merged_into_id": "BIGINT",
    "touch_consent": "BIGINT",
    "utm_source": "VARCHAR",
    "utm_campaign": "VARCHAR",
    "referral_code": "VARCHAR",
}
SCHEMAS: Final[Mapping[str, Mapping[str, str]]] = {
    "visits": _VISITS,
    "visit_days": _VISIT_DAYS,
    "touches": {
        "id": "BIGINT",
        "reservation_id": "BIGINT",
        "position": "INTEGER",
        "at": "TIMESTAMP",
        **_TOUCH,
        CLICKED_AD: "VARCHAR",
        DEVICE: "VARCHAR",
    },
    "reservations": _RESERVATIONS,
    "reservation_changes": {
        "id": "BIGINT",
        "reservation_id": "BIGINT",
        "at": "TIMESTAMP",
        "action": "VARCHAR",
        "state_before": "VARCHAR",
        "state_after": "VARCHAR",
    },
    "campaigns": {
        "id": "BIGINT",
        "name": "VARCHAR",
        "utm_source": "VARCHAR",
        "utm_medium": "VARCHAR",
        "utm_campaign": "VARCHAR",
        "starts_on": "DATE",
        "ends_on": "DATE",
        "budget_cents": "BIGINT",
        "created_at": "TIMESTAMP",
        "archived_at": "TIMESTAMP",
    },
    "campaign_costs": {"campaign_id": "BIGINT", "day": "DATE", "cents": "BIGINT"},
    "referral_codes": {
        "id": "BIGINT",
        "code": "VARCHAR",
        "kind": "VARCHAR",
        "reservation_id": "BIGINT",
        "partner_name": "VARCHAR",
    },
    "referral_uses": {"reservation_id": "BIGINT", "code_id": "BIGINT", "verdict": "VARCHAR"},
    "told_origins": {
        "reservation_id": "BIGINT",
        "asked_at": "TIMESTAMP",
        "answer": "VARCHAR",
    },
    "aliases": {"field": "VARCHAR", "raw": "VARCHAR", "canonical": "VARCHAR"},
    "parks": {
        "id": "VARCHAR",
        "name": "VARCHAR",
        "spot_limit": "BIGINT",
        "kwh_limit": "BIGINT",
        "connected_on": "DATE",
    },
    "contracts": {
        "id": "BIGINT",
        "reservation_id": "BIGINT",
        "state": "VARCHAR",
        "concluded_at": "TIMESTAMP",
        "withdraw_until": "DATE",
        "ended_on": "DATE",
        "begins_on": "DATE",
        **dict.fromkeys(
            ("annual_kwh", "months", "total_cents", "instalment_cents", "last_instalment_cents", "setup_cents"),
            "BIGINT",
        ),
    },
    "early_payments": {"contract_id": "BIGINT", "first": "BIGINT", "due": "DATE", "cents": "BIGINT"},
    "ledger_entries": {"id": "BIGINT", "key": "VARCHAR", "booked_on": "DATE"},
    "ledger_postings": {
        "entry_id": "BIGINT",
        "position": "BIGINT",
        "account": "VARCHAR",
        "contract_id": "BIGINT",
        "amount_cents": "BIGINT",
    },
    "holidays": {"day": "DATE"},
    "park_changes": {
        "id": "BIGINT",
        "park_id": "VARCHAR",
        "at": "TIMESTAMP",
        "action": "VARCHAR",
        "spot_limit_before": "BIGINT",
        "spot_limit_after": "BIGINT",
    },
    "spots": {
        "park_id": "VARCHAR",
        "number": "INTEGER",
        "state": "VARCHAR",
        "changed_at": "TIMESTAMP",
        "held_for": "VARCHAR",
    },
    "contract_targets": {"id": "BIGINT", "cents": "BIGINT"},
    "production_shares": {"park_id": "VARCHAR", "month": "INTEGER", "share_bp": "INTEGER"},
    "poisson_limits": dict.fromkeys(Segment._fields, "BIGINT"),
}
"""Columns by relation. A relation may have more columns than these. `contract_targets`: what a contract may cost at
most, the newest counts. `production_shares`: which part of a park's yearly kWh falls into a month, in hundredths of a
per cent; the twelve of a park sum to 10,000. `ledger_entries.key`: of claims, and of claims taken back, the whole one;
of other movements its first word. `holidays`: those of `services/core/working_days.py`, which a test compares.
`poisson_limits`: `analytics/chance/limits.py`."""


def create_empty(connection: "duckdb.DuckDBPyConnection", names: Collection[str] = tuple(SCHEMAS)) -> None:
    """Create missing relations as empty tables."""
    connection.execute("CREATE SCHEMA IF NOT EXISTS source")
    for name in names:
        columns = ", ".join(f'"{column}" {kind}' for column, kind in SCHEMAS[name].items())
        connection.execute(f'CREATE TABLE IF NOT EXISTS source."{name}" ({columns})')
