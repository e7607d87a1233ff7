"""Alerts that colleagues set up on figures become rules like all others, with shares instead of statistical ranges."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

from migrations.removed import drop_table

revision = "0061"
down_revision = "0060"
branch_labels = None
depends_on = None

breaks_older = True
"""An older server finds rules by their kind, of which there can be several now, and its own tables are gone."""

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)
_SHARE = 50
"""Per cent, where a range of outbreak statistics decided before."""
_WEEK = 7
_COMPARISONS = {"low": "less_than_usual", "high": "more_than_usual", "both": "unusual"}
_CLERKS = ("waiting", "mails_failed")
_EVERYBODY = ("given_up", "free")
"""Figures that marketing may not see, and that all may see; the others are not those of the desk."""
_SHARED = "Früher ein eigener Hinweis, jetzt eine Regel für alle, deren Rolle die Zahl sieht."
_PLAIN = (
    "Früher entschied eine statistische Bandbreite, jetzt der Vergleich mit den gleichen Wochentagen der letzten acht "
    f"Wochen, ab {_SHARE}\u00a0% Abweichung. Bitte prüfen Sie, ob die Grenze passt."
)
_WEEKS = "Statt 14 Tagen zählen 7 zusammen."
_RESTED = (
    "Ausgeschaltet, weil sie schon vorher ruhte: Das Konto, dem sie gehörte, ist nicht aktiv oder sieht die Zahl nicht."
)

_TYPES: dict[str, sa.types.TypeEngine[Any]] = {
    **dict.fromkeys(("recipients", "quiet_days"), sa.JSON()),
    **dict.fromkeys(("quiet_from", "quiet_to"), sa.Time()),
    **dict.fromkeys(("is_on", "to_admins", "by_mail"), sa.Boolean()),
    **dict.fromkeys(("day", "over_day", "judged_day"), sa.Date()),
}
_RULE = (
    "kind is_on threshold to_admins recipients quiet_from quiet_to quiet_days version changed_at changed_by checked_at "
    "excused_at"
)
_ALERT = "id kind subject headline words value threshold opened_at seen_at closed_at mailed_at noted_at noted_by"
_OWN = (
    "id owner_id figure scope scope_value kind threshold days direction by_mail quiet_from quiet_to quiet_days "
    "paused_at version changed_at removed_at"
)
_OPENING = "alert_id headline words day opened_at closed_at mailed_at"


def upgrade() -> None:
    rules = [row | {"days": 1, "scope": "all"} for row in _rows("alert_rules", _RULE, "kind")]
    alerts = _rows("alerts", _ALERT, "id")
    for number, rule in enumerate(rules, start=1):
        rule["id"] = number
    ids = {rule["kind"]: rule["id"] for rule in rules}
    alerts = [row | {"rule_id": ids[row["kind"]]} for row in alerts]
    _convert(rules, alerts)
    drop_table("figure_alert_openings")
    drop_table("figure_alerts")
    drop_table("alerts", keep=False)
    drop_table("alert_rules", keep=False)
    _create_rules()
    _create_alerts()
    _fill("alert_rules", f"id comparison scope scope_value days note {_RULE}", rules)
    _fill("alerts", f"rule_id day {_ALERT}", alerts)
    op.execute("DELETE FROM jobs WHERE name = 'check-figure-alerts'")
    # What had not left yet is mailed in the new form, by the first check.
    op.execute("UPDATE mails SET state = 'cancelled' WHERE kind = 'figure_alert' AND state IN ('queued', 'retrying')")


def downgrade() -> None:
    rules = [row for row in _rows("alert_rules", f"id comparison {_RULE}", "id") if row["comparison"] is None]
    known = {rule["id"] for rule in rules}
    alerts = [row for row in _rows("alerts", f"rule_id {_ALERT}", "id") if row["rule_id"] in known]
    op.drop_table("alerts")
    op.drop_table("alert_rules")
    _create_rules_by_kind()
    _fill("alert_rules", _RULE, rules)
    _fill("alerts", _ALERT, alerts)
    _create_figure_alerts()


def _rows(table: str, names: str, order: str) -> list[dict[str, Any]]:
    found = sa.table(table, *(sa.column(name, _type(name)) for name in names.split()))
    return [dict(row) for row in op.get_bind().execute(sa.select(found).order_by(found.c[order])).mappings()]


def _type(name: str) -> sa.types.TypeEngine[Any]:
    return _MOMENT if name.endswith("_at") else _TYPES.get(name, sa.types.NullType())


def _fill(table: str, names: str, rows: Sequence[dict[str, Any]]) -> None:
    columns = names.split()
    filled = sa.table(table, *(sa.column(name, _type(name)) for name in columns))
    if rows:
        op.bulk_insert(filled, [{name: row.get(name) for name in columns} for row in rows])
    if "id" in columns and op.get_bind().dialect.name == "postgresql":
        sequence = f"pg_get_serial_sequence('{table}', 'id')"
        op.execute(f"SELECT setval({sequence}, coalesce(max(id), 1), max(id) IS NOT NULL) FROM {table}")  # noqa: S608


def _convert(rules: list[dict[str, Any]], alerts: list[dict[str, Any]]) -> None:
    """Add a rule for each alert on a figure that was not deleted, with what it found."""
    now = datetime.now(UTC)
    accounts = {row["id"]: row for row in _rows("staff_accounts", "id role state", "id")}
    unsent = {row["dedupe_key"] for row in _unsent()}
    openings = _rows("figure_alert_openings", f"id {_OPENING}", "id")
    next_alert = max((row["id"] for row in alerts), default=0) + 1
    for own in _rows("figure_alerts", _OWN, "id"):
        if own["removed_at"] is not None:
            continue
        rule = _rule_of(own, accounts[own["owner_id"]]) | {"id": max((one["id"] for one in rules), default=0) + 1}
        rules.append(rule)
        for opening in (row for row in openings if row["alert_id"] == own["id"]):
            closed_at = opening["closed_at"] if rule["is_on"] else opening["closed_at"] or now
            is_told = f"figure-alert:{opening['id']}:opened" not in unsent
            alerts.append(
                {name: opening[name] for name in ("headline", "words", "day", "opened_at")}
                | {"id": next_alert, "rule_id": rule["id"], "kind": rule["kind"], "value": 0}
                | {"subject": ":".join(part for part in (rule["scope"], rule["scope_value"]) if part)}
                | {"seen_at": closed_at or now, "closed_at": closed_at}
                | {"mailed_at": opening["mailed_at"] if is_told else None}
            )
            next_alert += 1


def _unsent() -> Iterable[dict[str, Any]]:
    rows = _rows("mails", "dedupe_key kind state", "dedupe_key")
    return (row for row in rows if row["kind"] == "figure_alert" and row["state"] in ("queued", "retrying"))


def _rule_of(own: dict[str, Any], owner: dict[str, Any]) -> dict[str, Any]:
    rests = owner["state"] != "active" or not _sees(owner["role"], own["figure"])
    notes = [_SHARED]
    comparison, threshold, days = own["kind"], own["threshold"], own["days"]
    if comparison == "unvisited":
        comparison, threshold = "above", 0
    if comparison == "outside":
        comparison, threshold = _COMPARISONS[own["direction"]], _SHARE
        notes += [_PLAIN, *([_WEEKS] if days > _WEEK else [])]
        days = min(days, _WEEK)
    if rests:
        notes.append(_RESTED)
    return {
        **{name: own[name] for name in ("scope", "scope_value", "quiet_from", "quiet_to", "quiet_days", "version")},
        "kind": own["figure"],
        "comparison": comparison,
        "threshold": threshold,
        "days": days,
        "is_on": own["paused_at"] is None and not rests,
        "to_admins": False,
        "recipients": [own["owner_id"]] if own["by_mail"] else [],
        "note": " ".join(notes),
        "changed_at": own["changed_at"],
        "changed_by": f"staff:{own['owner_id']}",
    }


def _sees(role: str, figure: str) -> bool:
    if role == "admin" or figure in _EVERYBODY:
        return True
    return (figure in _CLERKS) == (role == "staff")


def _quiet_columns() -> list[sa.Column[Any]]:
    return [
        sa.Column("quiet_from", sa.Time(), nullable=True),
        sa.Column("quiet_to", sa.Time(), nullable=True),
        sa.Column("quiet_days", sa.JSON(), nullable=False),
    ]


def _changed_columns() -> list[sa.Column[Any]]:
    return [
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("changed_at", _MOMENT, nullable=True),
        sa.Column("changed_by", sa.String(80), nullable=True),
        sa.Column("checked_at", _MOMENT, nullable=True),
        sa.Column("excused_at", _MOMENT, nullable=True),
    ]


def _create_rules() -> None:
    op.create_table(
        "alert_rules",
        sa.Column("id", _ID, nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("comparison", sa.String(20), nullable=True),
        sa.Column("scope", sa.String(20), nullable=False),
        sa.Column("scope_value", sa.String(100), nullable=True),
        sa.Column("threshold", sa.BigInteger(), nullable=True),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("is_on", sa.Boolean(), nullable=False),
        sa.Column("to_admins", sa.Boolean(), nullable=False),
        sa.Column("recipients", sa.JSON(), nullable=False),
        *_quiet_columns(),
        sa.Column("note", sa.String(500), nullable=True),
        *_changed_columns(),
        sa.Column("judged_day", sa.Date(), nullable=True),
        sa.Column("state", sa.String(20), nullable=True),
        sa.Column("value", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_alert_rules")),
    )
    _index("uq_alert_rules_built_in", "alert_rules", ["kind"], "comparison IS NULL", is_unique=True)


def _create_alerts() -> None:
    op.create_table(
        "alerts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("rule_id", _ID, nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("subject", sa.String(120), nullable=False),
        sa.Column("headline", sa.String(200), nullable=False),
        sa.Column("words", sa.String(500), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.Column("threshold", sa.BigInteger(), nullable=True),
        sa.Column("day", sa.Date(), nullable=True),
        sa.Column("opened_at", _MOMENT, nullable=False),
        sa.Column("seen_at", _MOMENT, nullable=False),
        *_end_of_alert(),
        sa.ForeignKeyConstraint(["rule_id"], ["alert_rules.id"], name=op.f("fk_alerts_rule_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_alerts")),
    )
    op.create_index("ix_alerts_closed_at", "alerts", ["closed_at"])
    _index("uq_alerts_open", "alerts", ["rule_id", "subject"], "closed_at IS NULL", is_unique=True)


def _end_of_alert() -> list[sa.Column[Any]]:
    return [
        sa.Column("closed_at", _MOMENT, nullable=True),
        sa.Column("mailed_at", _MOMENT, nullable=True),
        sa.Column("noted_at", _MOMENT, nullable=True),
        sa.Column("noted_by", sa.String(80), nullable=True),
    ]


def _index(name: str, table: str, columns: list[str], condition: str, *, is_unique: bool) -> None:
    where = sa.text(condition)
    op.create_index(name, table, columns, unique=is_unique, postgresql_where=where, sqlite_where=where)


def _create_rules_by_kind() -> None:
    op.create_table(
        "alert_rules",
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("is_on", sa.Boolean(), nullable=False),
        sa.Column("threshold", sa.BigInteger(), nullable=True),
        sa.Column("to_admins", sa.Boolean(), nullable=False),
        sa.Column("recipients", sa.JSON(), nullable=False),
        *_quiet_columns(),
        *_changed_columns(),
        sa.PrimaryKeyConstraint("kind", name=op.f("pk_alert_rules")),
    )
    op.create_table(
        "alerts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("subject", sa.String(80), nullable=False),
        sa.Column("headline", sa.String(160), nullable=False),
        sa.Column("words", sa.String(300), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.Column("threshold", sa.BigInteger(), nullable=True),
        sa.Column("opened_at", _MOMENT, nullable=False),
        sa.Column("seen_at", _MOMENT, nullable=False),
        *_end_of_alert(),
        sa.ForeignKeyConstraint(["kind"], ["alert_rules.kind"], name=op.f("fk_alerts_kind")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_alerts")),
    )
    op.create_index("ix_alerts_closed_at", "alerts", ["closed_at"])
    _index("uq_alerts_open", "alerts", ["kind", "subject"], "closed_at IS NULL", is_unique=True)


def _create_figure_alerts() -> None:
    op.create_table(
        "figure_alerts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("owner_id", _ID, nullable=False),
        sa.Column("figure", sa.String(40), nullable=False),
        sa.Column("scope", sa.String(20), nullable=False),
        sa.Column("scope_value", sa.String(100), nullable=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("threshold", sa.BigInteger(), nullable=True),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("direction", sa.String(10), nullable=False),
        sa.Column("false_alarms", sa.Integer(), nullable=False),
        sa.Column("by_mail", sa.Boolean(), nullable=False),
        *_quiet_columns(),
        sa.Column("paused_at", _MOMENT, nullable=True),
        sa.Column("judged_day", sa.Date(), nullable=True),
        sa.Column("judged_at", _MOMENT, nullable=True),
        sa.Column("state", sa.String(20), nullable=True),
        sa.Column("value", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("changed_at", _MOMENT, nullable=False),
        sa.Column("removed_at", _MOMENT, nullable=True),
        sa.CheckConstraint(
            "kind IN ('below', 'above', 'silent', 'outside', 'unvisited', 'costs_missing')",
            name=op.f("ck_figure_alerts_kind"),
        ),
        sa.ForeignKeyConstraint(["owner_id"], ["staff_accounts.id"], name=op.f("fk_figure_alerts_owner_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_figure_alerts")),
    )
    _index("ix_figure_alerts_owner", "figure_alerts", ["owner_id"], "removed_at IS NULL", is_unique=False)
    op.create_table(
        "figure_alert_openings",
        sa.Column("id", _ID, nullable=False),
        sa.Column("alert_id", _ID, nullable=False),
        sa.Column("headline", sa.String(200), nullable=False),
        sa.Column("words", sa.String(500), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("over_day", sa.Date(), nullable=True),
        sa.Column("opened_at", _MOMENT, nullable=False),
        sa.Column("closed_at", _MOMENT, nullable=True),
        sa.Column("mailed_at", _MOMENT, nullable=True),
        sa.Column("over_mailed_at", _MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["alert_id"], ["figure_alerts.id"], name=op.f("fk_figure_alert_openings_alert_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_figure_alert_openings")),
    )
    _index("uq_figure_alert_openings", "figure_alert_openings", ["alert_id"], "closed_at IS NULL", is_unique=True)
    op.create_index("ix_figure_alert_openings_closed_at", "figure_alert_openings", ["closed_at"])
