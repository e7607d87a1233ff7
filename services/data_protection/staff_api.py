"""Staff API of data protection: the page of all tables, the dry run, and the erasure of a person."""

from collections.abc import Mapping

from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.core.http.transactions import Reads
from services.core.inputs import RowId
from services.data_protection.erasure.cleanup import finish_erasures
from services.data_protection.erasure.erase import Wish, erase
from services.data_protection.erasure.preview import preview
from services.data_protection.registry import REGISTRY
from services.data_protection.retention.apply import due_now, last_run
from services.data_protection.retention.overview import TableFigures, overview
from services.data_protection.retention.rules import AT, RULES, period_of, reason_of
from services.data_protection.schemas import (
    CountedOut,
    DataProtectionOut,
    DryRunOut,
    ErasedOut,
    EraseIn,
    ErasurePreviewOut,
    PersonalTableOut,
    RetentionRunOut,
    RuleRowsOut,
)
from services.staff.access import AdminOf, ConfirmedAdminOf, StaffRouter

router = StaffRouter(tag="data-protection")


@router.get("/data-protection")
def get_data_protection(_staff: AdminOf, session: Reads, clock: ClockOf) -> DataProtectionOut:
    """Every table with personal data: data subjects, age, rows due for deletion, legal basis and rule."""
    now = clock()
    tables = [_table_out(found) for found in overview(session, now)]
    due = sum(rule.total for rule in _rules_out(due_now(session, now)))
    run = last_run(session)
    told = run and RetentionRunOut(started_at=run.started_at, finished_at=run.finished_at, rules=_rules_out(run.rows))
    return DataProtectionOut(tables=tables, last_run=told, next_run_at=next(AT.after(now)).at, due=due)


@router.get("/data-protection/dry-run")
def dry_run_retention(_staff: AdminOf, session: Reads, clock: ClockOf) -> DryRunOut:
    """What the nightly job would delete or change now; nothing changes."""
    rules = _rules_out(due_now(session, clock()))
    return DryRunOut(rules=rules, total=sum(rule.total for rule in rules))


@router.get("/reservations/{reservation_id:int}/erasure")
def preview_erasure(reservation_id: RowId, _staff: AdminOf, session: Reads, clock: ClockOf) -> ErasurePreviewOut:
    """What erasing this household would delete and what would stay; nothing changes."""
    return ErasurePreviewOut.of(preview(session, reservation_id, clock()))


@router.post("/reservations/{reservation_id:int}/erasure")
def erase_reservation(
    reservation_id: RowId, body: EraseIn, staff: ConfirmedAdminOf, db: DatabaseOf, clock: ClockOf, settings: SettingsOf
) -> ErasedOut:
    """Erase the household for good, on its request."""
    wish, now = Wish(reservation_id, staff.actor, body.version), clock()
    done = db.write(lambda session: erase(session, wish, now))
    finish_erasures(db, settings, clock)
    return ErasedOut(erased_at=done.at, is_whole=done.is_whole, kept_until=done.kept_until)


def _table_out(found: TableFigures) -> PersonalTableOut:
    described, rule = found.described, found.rule
    return PersonalTableOut(
        name=described.name,
        label=described.label,
        purpose=described.purpose,
        basis=described.basis,
        period=period_of(described),
        because=reason_of(described),
        job=rule.job,
        rows=found.rows,
        persons=found.persons,
        oldest=found.oldest,
        due=found.due,
    )


def _rules_out(counts: Mapping[str, Mapping[str, int]]) -> list[RuleRowsOut]:
    """A stored report may name a rule or table of an earlier version by its own name."""
    found = []
    for rule, tables in counts.items():
        told = [
            CountedOut(label=REGISTRY[table].label if table in REGISTRY else table, rows=rows)
            for table, rows in tables.items()
        ]
        period = RULES[rule].period if rule in RULES else rule
        found.append(RuleRowsOut(rule=rule, period=period, tables=told, total=sum(tables.values())))
    return found
