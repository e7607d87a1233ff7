"""A schedule is one report with one rule of freshness: packs and recipients with a filter of their own are taken apart.

A pack of n reports becomes n schedules, and recipients with the same filter get a schedule of their own that has it
among its parameters. Whose filter no longer fits the report is moved to a schedule that is paused and says why: nobody
who was to see a part gets the whole. Past runs go with the schedule that continues them.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

from migrations.removed import drop_column

revision = "0060"
down_revision = "0059"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)
_JSON = sa.JSON(none_as_null=True)
_SCHEDULES = sa.table(
    "report_schedules",
    *(sa.column(name) for name in ("id", "name", "report", "period", "state", "paused_by", "removed_at")),
    *(sa.column(name) for name in ("paused_reason", "last_sent_at", "version", "failures", "least_rows")),
    *(
        sa.column(name)
        for name in ("zone", "retention_days", "owner_id", "created_by", "created_at", "cool_down_hours")
    ),
    *(sa.column(name, _JSON) for name in ("parameters", "timing", "formats", "condition", "further_reports")),
    *(sa.column(name, _MOMENT) for name in ("due_since", "changed_at", "paused_at")),
)
_RECIPIENTS = sa.table(
    "report_recipients",
    *(sa.column(name) for name in ("id", "schedule_id", "place", "account_id", "address", "entered_by", "entered_at")),
    *(sa.column(name) for name in ("confirmed_by", "confirmed_at")),
    sa.column("filters", _JSON),
)
_RUNS = sa.table(
    "report_runs",
    *(sa.column(name) for name in ("id", "report", "schedule_id", "state", "is_test", "created_by", "error", "note")),
    *(sa.column(name) for name in ("part_of", "narrowing", "pack_of", "pack_place")),
    *(sa.column(name, _MOMENT) for name in ("scheduled_for", "due_at", "settled_at")),
)
_TOKENS = sa.table("machine_tokens", sa.column("id"), sa.column("schedules", _JSON))
_TITLES = {
    "breakdown": "Aufschlüsselung",
    "capacity": "Auslastung",
    "changes": "Was hat sich geändert",
    "credits": "Gutschriften",
    "funnel": "Weg zum Vertrag",
    "models": "Modelle im Vergleich",
    "money": "Was bringt mein Geld",
    "overview": "Überblick",
    "paths": "Wege zur Reservierung",
    "quality": "Qualität und Alter",
    "referrals": "Empfehlungen",
    "reservations": "Reservierungen dahinter",
    "told": "Gesagt und gemessen",
}
_UNFILTERED = {"capacity", "credits", "referrals"}
"""Reports that cannot be narrowed to an origin."""
_LONGEST_NAME = 80
_MOST_ROWS = 1_000
_ALL_MOVED = "Alle Empfänger hatten einen eigenen Filter und haben jetzt eigene Zeitpläne."
_NO_LONGER_FITS = (
    "Der eigene Filter dieser Empfänger passte nicht mehr zum Bericht und ist hier nicht enthalten. Bitte prüfen Sie "
    "vor dem Fortsetzen, was sie sehen dürfen."
)
_INTERRUPTED = "Die Wiederholung wurde durch die Umstellung der Zeitpläne beendet."
_PART = "Diese Fassung war für Empfänger mit einem eigenen Filter."

Recipients = Sequence[sa.Row[Any]]


def upgrade() -> None:
    op.drop_index("uq_report_runs_part", "report_runs")
    op.drop_index("uq_report_runs_pack", "report_runs")
    op.create_index("ix_report_runs_pack_of", "report_runs", ["pack_of"])
    op.add_column(
        "report_schedules", sa.Column("least_rows", sa.Integer(), server_default=sa.text("1"), nullable=False)
    )
    _convert(op.get_bind(), datetime.now(UTC))
    drop_column("report_schedules", "condition", "cool_down_hours", "gate", "further_reports")
    drop_column("report_recipients", "filters")
    drop_column("report_runs", "part_of", "narrowed_to", "narrowing", "pack_place")


def _convert(connection: sa.Connection, now: datetime) -> None:
    _end_repeated_parts(connection, now)
    has_filter = sa.select(_RECIPIENTS.c.schedule_id).where(_RECIPIENTS.c.filters.is_not(None))
    is_live = _SCHEDULES.c.removed_at.is_(None)
    of_several = _SCHEDULES.c.further_reports.is_not(None) | _SCHEDULES.c.id.in_(has_filter)
    for schedule in connection.execute(sa.select(_SCHEDULES).where(is_live).order_by(_SCHEDULES.c.id)).all():
        condition = schedule.condition or {}
        if condition.get("kind") == "rows":
            least = min(condition["least"], _MOST_ROWS)
            connection.execute(sa.update(_SCHEDULES).where(_SCHEDULES.c.id == schedule.id).values(least_rows=least))
    for schedule in connection.execute(
        sa.select(_SCHEDULES).where(is_live, of_several).order_by(_SCHEDULES.c.id)
    ).all():
        _take_apart(connection, schedule, now)
    # What no schedule continues stays where it was, without a slot: programs do not take it for the whole.
    orphan = _RUNS.c.part_of.is_not(None) & _RUNS.c.pack_of.is_(None) & (_RUNS.c.state != "failed")
    connection.execute(sa.update(_RUNS).where(orphan, _is_where_it_was()).values(scheduled_for=None, note=_PART))


def _is_where_it_was() -> sa.ColumnElement[bool]:
    whole = _RUNS.alias()
    return sa.exists(
        sa.select(whole.c.id).where(whole.c.id == _RUNS.c.part_of, whole.c.schedule_id == _RUNS.c.schedule_id)
    )


def _end_repeated_parts(connection: sa.Connection, now: datetime) -> None:
    """A part that waits to be repeated: its row of the queue would begin the whole report for everybody."""
    is_open = (_RUNS.c.state == "running") & _RUNS.c.part_of.is_not(None)
    ended = {"state": "failed", "error": _INTERRUPTED, "settled_at": now}
    connection.execute(sa.update(_RUNS).where(is_open).values(ended))


def _take_apart(connection: sa.Connection, schedule: sa.Row[Any], now: datetime) -> None:
    reports = [(schedule.report, schedule.parameters)]
    reports += [(one["report"], one["parameters"]) for one in schedule.further_reports or ()]
    of_it = sa.select(_RECIPIENTS).where(_RECIPIENTS.c.schedule_id == schedule.id).order_by(_RECIPIENTS.c.place)
    groups: dict[str, list[sa.Row[Any]]] = {"": []}
    for row in connection.execute(of_it).all():
        groups.setdefault(_key(row.filters), []).append(row)
    since = _due_since(connection, schedule.id, now)
    for number, (key, recipients) in enumerate(groups.items()):
        if not recipients:
            continue
        suffix = "" if not key else " (eigener Filter)" if number == 1 else f" (eigener Filter {number})"
        filters = recipients[0].filters or {}
        for place, (report, parameters) in enumerate(reports):
            if place == 0 and not key:
                continue
            title = f": {_TITLES.get(report, report)}" if place else ""
            narrowed = _narrowed(report, parameters, filters)
            new = _add(
                connection,
                schedule,
                since,
                now,
                name=schedule.name[: _LONGEST_NAME - len(title + suffix)] + title + suffix,
                report=report,
                parameters=parameters if narrowed is None else narrowed,
                **({"state": "paused", **_paused(_NO_LONGER_FITS, now)} if narrowed is None else {}),
            )
            _put_recipients(connection, recipients, new, is_moved=place == 0)
            _move_runs(connection, schedule.id, new, key, place, report)
            if not key:
                _widen_tokens(connection, schedule.id, new)
    if not groups[""] and len(groups) > 1 and schedule.state == "active":
        values = {"state": "paused", **_paused(_ALL_MOVED, now), "version": schedule.version + 1}
        connection.execute(sa.update(_SCHEDULES).where(_SCHEDULES.c.id == schedule.id).values(values))


def _paused(reason: str, now: datetime) -> dict[str, Any]:
    return {"paused_at": now, "paused_by": "system", "paused_reason": reason}


def _key(filters: Mapping[str, Sequence[str]] | None) -> str:
    """As `report_runs.narrowing` names it: the same for filters that let the same rows through."""
    if not filters:
        return ""
    plain = {name: sorted(set(filters[name])) for name in sorted(filters)}
    return hashlib.sha256(json.dumps(plain, ensure_ascii=False).encode()).hexdigest()


def _narrowed(
    report: str, parameters: Mapping[str, Any], filters: Mapping[str, Sequence[str]]
) -> dict[str, Any] | None:
    """The parameters with the filters on top; None where they would let other rows through than before."""
    if filters and (report not in _TITLES or report in _UNFILTERED):
        return None
    for name, values in filters.items():
        if set(values) - set(parameters.get(name) or values):
            return None
    return {**parameters, **{name: list(values) for name, values in filters.items()}}


def _due_since(connection: sa.Connection, schedule_id: int, now: datetime) -> datetime:
    """A new schedule begins now, or with the slot that is computed or waits for data at this moment."""
    is_open = (_RUNS.c.schedule_id == schedule_id) & (_RUNS.c.state == "running") & (_RUNS.c.created_by == "system")
    slot = connection.scalar(sa.select(sa.func.min(_RUNS.c.scheduled_for)).where(is_open))
    return slot or now


def _add(connection: sa.Connection, schedule: sa.Row[Any], since: datetime, now: datetime, **own: Any) -> int:
    kept = {
        name: value for name, value in schedule._mapping.items() if name not in ("id", "condition", "further_reports")
    }
    values = {**kept, **own, "due_since": since, "changed_at": now, "version": 1, "cool_down_hours": 0}
    return int(connection.execute(sa.insert(_SCHEDULES).values(values).returning(_SCHEDULES.c.id)).scalar_one())


def _put_recipients(connection: sa.Connection, rows: Recipients, schedule: int, *, is_moved: bool) -> None:
    if is_moved:
        theirs = _RECIPIENTS.c.id.in_([row.id for row in rows])
        connection.execute(sa.update(_RECIPIENTS).where(theirs).values(schedule_id=schedule))
        return
    copies = [{**row._mapping, "schedule_id": schedule, "filters": None} for row in rows]
    for copy in copies:
        del copy["id"]
    connection.execute(sa.insert(_RECIPIENTS), copies)


def _move_runs(connection: sa.Connection, before: int, after: int, key: str, place: int, report: str) -> None:
    """Its past runs: of a further report those that were computed beside the run with the deliveries."""
    is_its = _RUNS.c.schedule_id == before
    is_its &= (_RUNS.c.narrowing == key) if key else _RUNS.c.narrowing.is_(None)
    if place == 0:
        is_its &= _RUNS.c.part_of.is_not(None) & (_RUNS.c.state != "failed")
    else:
        is_its &= (_RUNS.c.pack_place == place) & (_RUNS.c.report == report)
    slot = sa.func.coalesce(_RUNS.c.due_at, _RUNS.c.scheduled_for)
    connection.execute(sa.update(_RUNS).where(is_its).values(schedule_id=after, scheduled_for=slot))


def _widen_tokens(connection: sa.Connection, before: int, after: int) -> None:
    """A program that might read the pack may read each of its reports."""
    for token in connection.execute(sa.select(_TOKENS).where(_TOKENS.c.schedules.is_not(None))).all():
        if before in token.schedules:
            wider = [*token.schedules, after]
            connection.execute(sa.update(_TOKENS).where(_TOKENS.c.id == token.id).values(schedules=wider))


def downgrade() -> None:
    op.drop_index("ix_report_runs_pack_of", "report_runs")
    op.add_column("report_runs", sa.Column("part_of", _ID, nullable=True))
    op.add_column("report_runs", sa.Column("narrowed_to", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("report_runs", sa.Column("narrowing", sa.String(64), nullable=True))
    op.add_column("report_runs", sa.Column("pack_place", sa.Integer(), nullable=True))
    # What was beside another report is a run of its own now.
    op.execute("UPDATE report_runs SET pack_of = NULL WHERE pack_of IS NOT NULL")
    op.create_index("uq_report_runs_part", "report_runs", ["part_of", "narrowing"], unique=True)
    op.create_index("uq_report_runs_pack", "report_runs", ["pack_of", "pack_place"], unique=True)
    op.add_column("report_recipients", sa.Column("filters", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("report_schedules", sa.Column("further_reports", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("report_schedules", sa.Column("gate", sa.JSON(), nullable=True))
    hours = sa.Column("cool_down_hours", sa.Integer(), server_default=sa.text("0"), nullable=False)
    op.add_column("report_schedules", hours)
    op.add_column("report_schedules", sa.Column("condition", sa.JSON(none_as_null=True), nullable=True))
    op.drop_column("report_schedules", "least_rows")
