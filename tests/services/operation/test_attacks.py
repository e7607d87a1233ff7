"""The board of attacks: what it shows of what was counted, and what it never shows."""

import ast
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from starlette.testclient import TestClient

from services.attacks.keep import flush
from services.attacks.kinds import Group, Kind
from services.attacks.tally import Tally, Violation
from services.core.db.db import Database
from services.operation.attacks.board import Board, board, rush_words
from services.operation.attacks.words import BLOCKS, LIMITS
from services.staff import audit
from services.staff.audit import Event
from tests.fixtures.servers import ROOT
from tests.fixtures.staff import StaffClient, add_member
from tests.services.held_clock import HeldClock


def shown(db: Database, now: datetime) -> Board:
    with db.read() as session:
        return board(session, now)


def fail_sign_ins(db: Database, subject: str, count: int, at: datetime) -> None:
    events = [Event("anonymous", "staff.sign_in_failed", subject)] * count
    db.write(lambda session: audit.append(session, events, at))


@pytest.mark.both_databases
def test_counts_stand_in_their_hour_and_in_their_day_in_berlin(db: Database) -> None:
    clock = HeldClock(datetime(2026, 11, 3, 0, 30, tzinfo=UTC))
    tally = Tally(b"secret", clock)
    for hours, calls in ((0, 3), (1, 5), (2, 7), (24, 2), (30, 9), (24 * 31, 13)):
        clock.now = datetime(2026, 11, 3, 0, 30, tzinfo=UTC) - timedelta(hours=hours)
        for _ in range(calls):
            tally.count(Kind.RATE, "visit", "192.0.2.7")
        fail_sign_ins(db, "account:unknown", calls, clock.now)
    flush(tally, db)
    found = shown(db, datetime(2026, 11, 3, 0, 45, tzinfo=UTC))
    hours_ = [bucket.calls[Group.REFUSALS] for bucket in found.hours]
    assert (len(hours_), hours_[-3:], sum(hours_)) == (24, [7, 5, 3], 15)
    days = [bucket.calls[Group.REFUSALS] for bucket in found.days]
    # Midnight in Berlin is 23:00 UTC: two of the three hours belong to the third of November.
    assert (len(days), days[-3:], sum(days)) == (30, [9, 9, 8], 26)
    for block in found.blocks:
        if block.group in (Group.REFUSALS, Group.SIGN_INS):
            assert sum(line.calls for line in block.lines) == block.last_day == 15
    for buckets in (found.hours, found.days):
        assert [one.calls[Group.SIGN_INS] for one in buckets] == [one.calls[Group.REFUSALS] for one in buckets]


@pytest.mark.both_databases
def test_each_block_has_its_lines_with_networks_settings_and_accounts(
    staff_client: StaffClient, client: TestClient, db: Database
) -> None:
    now = datetime.now(UTC)
    clock = HeldClock(now)
    tally = Tally(b"secret", clock)
    for number in range(40):
        tally.count(Kind.RATE, "staff-login", f"192.0.{number % 3}.7")
    tally.count(Kind.SHED, "busy")
    for violation in (
        Violation("/faqs", "img-src", "https://tracker.example", "Chrome", from_extension=False),
        Violation("/faqs", "img-src", "https://tracker.example", "Firefox", from_extension=False),
        Violation("", "script-src", "chrome-extension", "Chrome", from_extension=True),
    ):
        tally.report(violation)
    flush(tally, db)
    member = add_member(db, "staff", name="Miriam Falk")
    fail_sign_ins(db, f"account:{member.id}", 4, now)
    fail_sign_ins(db, "account:unknown", 20, now)
    answer = staff_client("admin", client=client).get("/api/staff/operation/attacks")
    assert answer.status_code == 200, answer.text
    page = answer.json()
    blocks = {block["name"]: block for block in page["data"]}
    assert blocks["refusals"]["lines"] == [
        {
            "label": "Passwörter an einem Konto",
            "calls": 40,
            "networks": 3,
            "has_more_networks": False,
            "setting": "VOLTIGO_RATE_LIMIT_STAFF_LOGIN",
        }
    ]
    assert [(line["label"], line["calls"]) for line in blocks["sign_ins"]["lines"]] == [
        ("Miriam Falk", 4),
        ("Unbekannte Konten", 20),
    ]
    assert (blocks["sign_ins"]["last_hour"], blocks["sign_ins"]["is_raised"], page["is_raised"]) == (24, True, True)
    assert blocks["violations"]["lines"][0]["label"] == "/faqs: https://tracker.example (img-src)"
    assert (blocks["violations"]["last_day"], blocks["violations"]["is_raised"]) == (2, False)
    assert blocks["shed"]["raised_from"] is None
    assert "192.0." not in answer.text
    checked = staff_client("admin", client=client).get("/api/staff/state").json()["data"]
    [found] = [one for one in checked if one["name"] == "attacks"]
    assert (found["level"], found["words"]) == ("hint", "Gescheiterte Anmeldungen: 24 in einer Stunde.")


def test_nothing_counted_is_a_quiet_board(db: Database) -> None:
    found = shown(db, HeldClock().now)
    assert not any(block.is_raised or block.last_day or block.lines for block in found.blocks)
    assert [block.group for block in found.blocks] == list(BLOCKS)
    assert rush_words(found.rush) == ""


def test_a_rush_is_told_beside_what_is_usual(db: Database) -> None:
    clock = HeldClock()
    tally = Tally(b"secret", clock)
    for days, calls in ((0, 90), (2, 4), (3, 6), (4, 8)):
        clock.now = HeldClock().now - timedelta(days=days)
        for _ in range(calls):
            tally.count(Kind.RESERVE)
        if days == 0:
            found = rush_words(shown_after(tally, db).rush)
            assert found.endswith("Was üblich ist, lässt sich erst nach einem Tag sagen.")
    assert rush_words(shown_after(tally, db).rush) == (
        "Am meisten waren es um 11:30 Uhr: 90 Aufrufe in einer Minute. Üblich sind 6 Aufrufe in einer Stunde."
    )


def shown_after(tally: Tally, db: Database) -> Board:
    flush(tally, db)
    return shown(db, HeldClock().now)


_POSITION = {"Limit": 0, "SharedLimit": 0, "_limit": 0, "RateLimited": 1}
"""Which argument of a call is the name of a limit."""
_NEVER_REFUSE = {"unlisted-proxy"}


def _named_limits() -> Iterator[str]:
    for path in sorted((ROOT / "services").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name), args=arguments) if len(arguments) > _POSITION.get(name, 99):
                    named: ast.expr = arguments[_POSITION[name]]
                case ast.Tuple(elts=[named, ast.Name() | ast.Attribute(), *_]) if path.name == "throttle.py":
                    pass
                case _:
                    continue
            if isinstance(named, ast.Constant) and isinstance(named.value, str):
                yield named.value


def test_every_limit_of_the_product_has_german_words() -> None:
    """Whose name a refusal carries, wherever it is made."""
    limits = set(_named_limits()) - _NEVER_REFUSE
    assert limits - LIMITS.keys() == set()
    assert {"visit", "reserve", "staff-login", "staff-codes", "staff-code-wait", "connections"} <= limits
