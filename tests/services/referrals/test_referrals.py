"""Referral codes: issued, used, judged, counted on the leader board."""

import random
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.referral_codes.models import ReferralCode, ReferralUse
from services.referrals.issue import CodeIssue
from services.referrals.judge_uses import ReferralWatch
from services.reservations.abuse.bursts import forget_labels
from services.reservations.desk.duplicates import merge
from services.reservations.desk.masking import pseudonym
from services.reservations.desk.undo import undo
from services.reservations.models import Reservation
from services.reservations.states import ReservationState
from services.staff.audit import first_broken_entry
from services.staff.models import AuditEntry
from tests.factories import letters, reservation_body
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient, state_of
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import do, reserve_many, stand
from tests.services.stored import stored

on_postgresql = pytest.mark.both_databases(sample="postgresql")
REFERRALS = "/api/staff/referrals"
DIGITS = {ord(digit): letters(int(digit)) for digit in "0123456789"}


class World:
    """Households that recommend each other, and the jobs that look at them."""

    def __init__(self, db: Database, sign_in: Callable[[str], TestClient], clock: HeldClock) -> None:
        self.db, self.sign_in, self.clock = db, sign_in, clock
        self.count = 0

    def reserve(self, name: str, code: str = "", **changes: Any) -> int:
        """A household of that name a minute later; the reservation's id."""
        self.clock.advance(minutes=1)
        self.count += 1
        own = {
            "last_name": name.translate(DIGITS),
            "email": f"{name}@example.org",
            "mobile_phone": f"0170 {999_999 + self.count}",
        }
        body = reservation_body(**(own | {"referral_code": code} | changes))
        return reserve_many(self.db, self.clock(), [body])[0]

    def issue(self) -> int:
        return CodeIssue(self.db, self.clock).issue()

    def host(self, name: str = "anna", **changes: Any) -> tuple[int, str]:
        """A household with its code."""
        id_ = self.reserve(name, **changes)
        self.issue()
        return id_, self.code_of(id_)

    def code_of(self, id_: int) -> str:
        return next(row["code"] for row in stored(self.db, ReferralCode) if row["reservation_id"] == id_)

    def check(self) -> dict[int, str]:
        ReferralWatch(self.db, self.clock).check()
        return self.verdicts()

    def verdicts(self) -> dict[int, str]:
        return {row["reservation_id"]: row["verdict"] for row in stored(self.db, ReferralUse)}

    def merge(self, *ids: int) -> None:
        self.db.write(lambda session: merge(session, list(ids), "staff:7", "Ein Haushalt", self.clock()))

    def name(self, id_: int) -> str:
        """Its pseudonym on the board."""
        return pseudonym(id_, state_of(self.sign_in("marketing")).settings.secret_key)

    def board(self, **params: str) -> dict[str, tuple[int, ...]]:
        answer = self.sign_in("marketing").get(f"{REFERRALS}/leaders", params=params)
        assert answer.status_code == 200, answer.text
        members = ("uses", "valid", "confirmed", "contracted", "cancelled", "annual_kwh")
        return {row["name"]: tuple(row[name] for name in members) for row in answer.json()["data"]}

    def uses(self, member: str) -> dict[str, list[bool]]:
        """A mark of the uses by code, in the order of the reservations."""
        found: dict[str, list[bool]] = defaultdict(list)
        rows = self.sign_in("marketing").get(f"{REFERRALS}/uses", params={"order": "asc"}).json()["data"]
        for row in rows:
            found[row["raw_code"]].append(row[member])
        return dict(found)


@pytest.fixture
def world(db: Database, make_client: MakeClient, staff_client: StaffClient) -> World:
    clock = HeldClock()
    client = make_client(clock=clock, rate_limits="off")
    return World(db, lambda role: staff_client(role, client=client), clock)


@on_postgresql
def test_every_household_that_holds_a_spot_gets_one_code(world: World, db: Database) -> None:
    first, second, gone = (world.reserve(name) for name in ("anna", "bea", "carl"))
    stand(db, world.clock(), gone, ReservationState.CANCELLED)
    assert world.issue() == 2
    codes = [(row["reservation_id"], row["kind"], row["created_by"]) for row in stored(db, ReferralCode)]
    assert codes == [(id_, "household", "system") for id_ in (first, second)]
    assert world.issue() == 0
    (entry,) = [entry for entry in stored(db, AuditEntry) if entry["action"] == "referral_code.issued"]
    assert entry["details"] == {"count": 2}
    with db.read() as session:
        assert first_broken_entry(session) is None


def test_a_running_job_looks_at_new_ones_and_now_and_then_at_all(world: World, db: Database) -> None:
    """A reservation committed long after its moment escapes the quick look, and not the whole one."""
    codes, watch = CodeIssue(db, world.clock), ReferralWatch(db, world.clock)

    def look() -> tuple[int, int]:
        return codes.issue(), watch.check()

    world.reserve("anna", "FREMD")
    assert look() == (1, 1)
    world.clock.advance(minutes=20)
    assert look() == (0, 0)
    late = world.reserve("bea", "FREMD")
    moment = world.clock.now - timedelta(minutes=15)
    db.write(lambda s: s.execute(update(Reservation).where(Reservation.id == late).values(created_at=moment)) and None)
    assert look() == (0, 0)
    world.reserve("carl", "FREMD")
    assert look() == (1, 1)
    world.clock.advance(minutes=60)
    assert [look(), look()] == [(1, 1), (0, 0)]


@on_postgresql
def test_several_processes_at_once_give_each_household_one_code(world: World, db: Database) -> None:
    ids = [world.reserve(f"haushalt{number}", "FREMD") for number in range(12)]
    with ThreadPoolExecutor(4) as pool:
        issued = list(pool.map(lambda _: world.issue(), range(4)))
        list(pool.map(lambda _: world.check(), range(4)))
    assert sum(issued) == 12
    assert sorted(row["reservation_id"] for row in stored(db, ReferralCode)) == ids
    assert world.verdicts() == dict.fromkeys(ids, "unknown")


def test_a_recommendation_is_valid_however_the_code_is_typed_and_from_an_earlier_touch(
    world: World, db: Database
) -> None:
    _, code = world.host()
    ways = (code, code.lower(), f" {code[:3]}-{code[3:]} ")
    ids = [world.reserve(f"gast{n}", typed) for n, typed in enumerate(ways)]
    ids.append(world.reserve("bea", touches=[{"referral_code": code}, {"utm_source": "newsletter"}, {}]))
    assert world.check() == dict.fromkeys(ids, "valid")
    assert [row["raw_code"] for row in stored(db, ReferralUse)] == [*(way.strip() for way in ways), code]


def test_who_recommends_itself_is_found_by_any_mark(world: World) -> None:
    _, code = world.host()
    marks = (
        {"email": "ANNA@example.org"},
        {"mobile_phone": "+49 170 1000000"},
        {"last_name": "Anna", "email": "neu@example.org"},
    )
    own = [world.reserve(f"bea{number}", code, **mark) for number, mark in enumerate(marks)]
    neighbour = world.reserve("carla", code)
    assert world.check() == {**dict.fromkeys(own, "self"), neighbour: "valid"}


def test_a_ring_of_any_length_is_found_at_the_later_reservation_however_late_it_is_judged(world: World) -> None:
    """Judged together or one by one, the verdicts are the same."""
    ids, codes = [], [""]
    for name in ("anna", "bea", "carl", "dora"):
        id_, code = world.host(name, referral_code=codes[-1])
        ids.append(id_)
        codes.append(code)
    closing = world.reserve("anna", codes[-1], mobile_phone="0171 5555555")
    stranger = world.reserve("emil", codes[-1])
    back = world.reserve("anna", codes[2], mobile_phone="0171 6666666")
    again = world.reserve("bea", codes[1], mobile_phone="0171 7777777")
    found = world.check()
    assert found == {
        **dict.fromkeys(ids[1:], "valid"), closing: "loop", stranger: "valid", back: "loop", again: "valid",
    }  # fmt: skip


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_verdicts_equal_those_of_a_plain_walk(world: World, db: Database, seed: int) -> None:
    """Six households that reserve again and again, each time by anybody's code; judged in portions of any size."""
    draw = random.Random(seed)
    watch = ReferralWatch(db, world.clock)
    owners: list[tuple[int, str]] = []
    came_by: dict[str, set[str]] = defaultdict(set)
    expected = {}
    for _ in range(40):
        household = draw.choice("abcdef")
        host = draw.choice(owners) if owners and draw.random() < 0.7 else None
        own = {"email": f"{household}@example.org", "last_name": f"H{letters(len(owners))}"}
        id_ = world.reserve(household, world.code_of(host[0]) if host else "", **own)
        owners.append((id_, household))
        world.issue()
        if host is not None:
            expected[id_] = plain_verdict(household, host[1], came_by)
            if expected[id_] == "valid":
                came_by[household].add(host[1])
        if draw.random() < 0.3:
            watch.check()
    assert world.check() == expected
    assert set(expected.values()) == {"valid", "self", "loop"}


def plain_verdict(guest: str, host: str, came_by: dict[str, set[str]]) -> str:
    """By names of households instead of marks, over everybody who counts so far."""
    if guest == host:
        return "self"
    reached, waiting = set(), [host]
    while waiting:
        household = waiting.pop()
        reached.add(household)
        waiting += came_by[household] - reached
    return "loop" if guest in reached else "valid"


def test_a_code_disabled_counts_no_longer_and_again_when_enabled(world: World, db: Database) -> None:
    marketer = world.sign_in("marketing")
    _, code = world.host()
    before = world.reserve("bea", code)
    world.clock.advance(minutes=1)
    assert marketer.post(f"{REFERRALS}/codes/1/disable").json()["disabled_at"] is not None
    during = world.reserve("carl", code)
    assert world.check() == {before: "valid", during: "disabled"}
    assert marketer.post(f"{REFERRALS}/codes/1/enable").json()["disabled_at"] is None
    after = world.reserve("dora", code)
    assert world.check() == {before: "valid", during: "disabled", after: "valid"}
    actions = [entry["action"] for entry in stored(db, AuditEntry) if entry["subject"] == "referral_code:1"]
    assert actions == ["referral_code.disabled", "referral_code.enabled"]


def test_a_partner_registered_later_gets_what_came_before(world: World, db: Database) -> None:
    marketer = world.sign_in("marketing")
    ids = [world.reserve(*one) for one in (("anna", "verein 10"), ("bea", "VEREIN-10"), ("carl", "VEREIN-1"))]
    assert set(world.check().values()) == {"unknown"}
    body = {"partner_name": "Verein Süd e. V.", "code": "Verein-10", "note": ""}
    added = marketer.post(f"{REFERRALS}/codes", json=body)
    assert added.status_code == 201, added.text
    assert (added.json()["code"], added.json()["household"]) == ("VEREIN10", None)
    assert added.json()["address"] == "http://127.0.0.1:8000/?ref=VEREIN10"
    assert world.verdicts() == {ids[0]: "valid", ids[1]: "valid", ids[2]: "unknown"}
    assert stored(db, AuditEntry)[-1]["details"] == {"code": "VEREIN10", "kind": "partner", "earlier_uses": 2}
    answer = marketer.post(f"{REFERRALS}/codes", json=body | {"code": "verein10"})
    assert (answer.status_code, answer.json()["code"]) == (409, "code_taken")
    answer = marketer.post(f"{REFERRALS}/codes", json={"partner_name": "", "code": "Ä"})
    assert [error["field"] for error in answer.json()["errors"]] == ["partner_name", "code"]
    assert len(marketer.post(f"{REFERRALS}/codes", json={"partner_name": "Stadtwerke"}).json()["code"]) == 7
    # One that was registered by another process while it was being judged.
    row = {"code": "VEREIN1", "kind": "partner", "partner_name": "Verein", "note": "", "created_by": "staff:1"}
    db.write(lambda session: session.add(ReferralCode(**row, created_at=world.clock())))
    assert world.check() == dict.fromkeys(ids, "valid")


@on_postgresql
def test_the_leader_board_follows_cancellation_undo_contract_and_merge(world: World, db: Database) -> None:
    host, code = world.host()
    first, second, third = (world.reserve(name, code) for name in ("bea", "carl", "dora"))
    world.reserve("anna", code, mobile_phone="0171 5555555")
    world.check()
    name, clock = world.name(host), world.clock
    assert world.board() == {name: (4, 3, 0, 0, 0, 6000)}
    stand(db, clock(), first, ReservationState.RESERVED, email_confirmed_at=clock())
    assert world.board() == {name: (4, 3, 1, 0, 0, 6000)}
    cancelled = do(db, "cancel", [second], clock())
    assert world.board() == {name: (4, 3, 1, 0, 1, 4000)}
    db.write(lambda session: undo(session, cancelled.operation_id, "staff:7", "admin", clock()))
    assert world.board() == {name: (4, 3, 1, 0, 0, 6000)}
    world.merge(first, third)
    assert world.board() == {name: (3, 2, 1, 0, 0, 4000)}, "a household counts once"
    do(db, "invite", [first, second], clock())
    assert world.board() == {name: (3, 2, 1, 0, 0, 4000)}
    do(db, "contract", [first, second], clock())
    assert world.board() == {name: (3, 2, 1, 2, 0, 4000)}
    do(db, "activate", [second], clock())
    do(db, "withdraw", [first], clock())
    assert world.board() == {name: (3, 2, 1, 2, 1, 2000)}, "a contract counts also when it was withdrawn from"


@on_postgresql
def test_what_came_by_the_code_of_a_merged_reservation_counts_for_the_one_that_stays(world: World) -> None:
    hosts = [world.reserve("anna", mobile_phone=f"0171 555555{n}") for n in range(4)]
    world.issue()
    for number, host in enumerate(hosts):
        world.reserve(f"gast{number}", world.code_of(host))
    world.check()
    names = [world.name(id_) for id_ in hosts]
    for kept, counts in ((2, {0: 1, 1: 1, 2: 2}), (1, {0: 1, 1: 3}), (0, {0: 4})):
        world.merge(hosts[kept], hosts[kept + 1])
        found = {name: counted[1] for name, counted in world.board().items()}
        assert found == {names[number]: count for number, count in counts.items()}, "also through three mergers"


@on_postgresql
def test_the_leader_board_is_ordered_and_filtered(world: World, db: Database) -> None:
    marketer = world.sign_in("marketing")
    body = {"partner_name": "Verein", "code": "VEREIN"}
    assert marketer.post(f"{REFERRALS}/codes", json=body).status_code == 201
    host, code = world.host()
    for name in ("bea", "carl"):
        world.reserve(name, "verein")
    world.reserve("dora", code)
    world.clock.advance(days=1)
    guest = world.reserve("emil", code)
    world.reserve("fritz", "niemand")
    world.check()
    assert list(world.board(kind="partner")) == ["Verein"]
    assert list(world.board().values()) == [(2, 2, 0, 0, 0, 4000)] * 2
    assert [counts[0] for counts in world.board(to="2026-11-03").values()] == [2, 1]
    assert list(world.board(**{"from": "2026-11-04"}).values()) == [(1, 1, 0, 0, 0, 2000)]
    assert world.board(**{"from": "2026-11-05"}) == {}
    marketer = world.sign_in("marketing")
    for page, rows, has_next in ((1, 1, True), (2, 1, False), (3, 0, False)):
        answer = marketer.get(f"{REFERRALS}/leaders", params={"page": page, "per_page": 1}).json()
        assert (len(answer["data"]), answer["total"], answer["has_next"]) == (rows, 2, has_next)
    # Households can be invented, with a code that exists; a contract cannot.
    world.reserve("gustav", "verein")
    world.check()
    assert list(world.board()) == ["Verein", world.name(host)]
    stand(db, world.clock(), guest, ReservationState.CONTRACTED)
    assert list(world.board()) == [world.name(host), "Verein"]


@on_postgresql
def test_the_days_of_the_leader_board_are_berlins(world: World) -> None:
    _, code = world.host()
    for moment, names in (
        (datetime(2026, 10, 24, 21, 58, tzinfo=UTC), ("bea", "carl")),
        (datetime(2026, 10, 25, 22, 58, tzinfo=UTC), ("dora", "emil")),
    ):
        world.clock.now = moment
        for name in names:
            world.reserve(name, code)
    world.check()
    for day, uses in (("2026-10-24", [1]), ("2026-10-25", [2]), ("2026-10-26", [1])):
        assert [counts[0] for counts in world.board(**{"from": day, "to": day}).values()] == uses, day


@on_postgresql
def test_codes_and_uses_are_searched_and_only_staff_see_whose_they_are(world: World) -> None:
    admin, marketer = world.sign_in("admin"), world.sign_in("marketing")
    for name, code in (("Ökoverein", "GRUEN"), ("Stadtwerke", "STROM")):
        marketer.post(f"{REFERRALS}/codes", json={"partner_name": name, "code": code})
    host, code = world.host()

    def found(**params: str) -> list[str]:
        page = marketer.get(f"{REFERRALS}/codes", params=params).json()
        return [row["partner_name"] or "household" for row in page["data"]]

    assert found(q="ÖKO") == found(q="verein") == found(q="gru-e") == ["Ökoverein"]
    assert found(kind="household") == found(q=code.lower()) == ["household"]
    assert found(sort="code", order="asc", kind="partner") == ["Ökoverein", "Stadtwerke"]
    (row,) = admin.get(f"{REFERRALS}/codes", params={"kind": "household"}).json()["data"]
    assert (row["reservation_id"], row["partner_name"]) == (host, "")
    (row,) = marketer.get(f"{REFERRALS}/codes", params={"kind": "household"}).json()["data"]
    assert row["reservation_id"] is None and row["household"].startswith("Haushalt ")
    guest = world.reserve("bea", "niemand")
    world.check()
    (row,) = admin.get(f"{REFERRALS}/uses", params={"verdict": "unknown"}).json()["data"]
    shown = {name: row[name] for name in ("reservation_id", "raw_code", "verdict", "code_id")}
    assert shown == {"reservation_id": guest, "raw_code": "niemand", "verdict": "unknown", "code_id": None}
    assert marketer.get(f"{REFERRALS}/uses", params={"verdict": "valid"}).json()["total"] == 0
    (row,) = marketer.get(f"{REFERRALS}/uses").json()["data"]
    assert (row["reservation_id"], row["raw_code"]) == (None, "niemand")


def test_a_reservation_shows_its_own_code_and_the_one_it_came_by(world: World) -> None:
    clerk, host = world.sign_in("staff"), world.reserve("anna")

    def referral(id_: int) -> Any:
        return clerk.get(f"/api/staff/reservations/{id_}").json()["referral"]

    assert referral(host) == {"own_code": None, "own_address": None, "came_by": None}
    world.issue()
    code = world.code_of(host)
    world.clock.advance(minutes=8)
    guest, later = world.reserve("bea", code.lower()), world.reserve("carl", "niemand")
    world.check()
    assert (referral(host)["own_code"], referral(host)["own_address"]) == (code, f"http://127.0.0.1:8000/?ref={code}")
    came_by = {"raw_code": code.lower(), "verdict": "valid", "code_id": 1, "is_soon": True, "is_one_line": False}
    assert referral(guest)["came_by"] == came_by, "within minutes of the recommender's own reservation"
    assert referral(later)["came_by"]["is_soon"] is False
    assert world.uses("is_soon") == {code.lower(): [True], "niemand": [False]}
    assert world.sign_in("marketing").get(f"/api/staff/reservations/{guest}").json()["referral"] is None


@on_postgresql
def test_uses_of_a_code_within_minutes_are_marked_and_keep_their_verdict(world: World) -> None:
    """`reserve` lets a minute pass before each."""
    one, other = world.host()[1], world.host("ben")[1]
    world.clock.advance(hours=1)
    world.reserve("carl", one)
    world.clock.advance(minutes=9)
    world.reserve("dora", one)  # ten minutes later
    world.clock.advance(minutes=9, seconds=1)
    world.reserve("emil", one)  # ten minutes and a second
    world.reserve("fritz", other)  # soon after uses of another code
    world.reserve("gerd", "niemand")
    world.reserve("hans", "niemand")
    assert set(world.check().values()) == {"valid", "unknown"}
    assert world.uses("is_soon") == {one: [True, True, False], other: [False], "niemand": [False, False]}
    assert [counts[1] for counts in world.board().values()] == [3, 1], "a mark takes nothing from the count"


@on_postgresql
def test_uses_over_one_line_are_marked_and_keep_their_verdict(world: World, db: Database) -> None:
    """The recommender's own, and each other's; for as long as the labels are kept."""
    host, code = world.host()
    guests = [world.reserve(name, code) for name in ("bea", "carl", "dora", "emil")]
    lines = dict(zip((host, *guests), ("v4-1", "v4-1", "v6-2", "v6-2", "v4-3"), strict=True))

    def label(session: Session) -> None:
        for id_, line in lines.items():
            row = session.get_one(Reservation, id_)
            row.network = row.line = line

    db.write(label)
    assert set(world.check().values()) == {"valid"}
    assert world.uses("is_one_line") == {code: [True, True, True, False]}
    assert [counts[1] for counts in world.board().values()] == [4], "a mark takes nothing from the count"
    world.clock.advance(days=8)
    assert db.write(lambda session: forget_labels(session, world.clock.now)) == 5
    assert world.uses("is_one_line") == {code: [False] * 4}
