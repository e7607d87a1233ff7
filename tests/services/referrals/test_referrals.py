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

pytestmark = pytest.mark.both_databases(sample="postgresql")

REFERRALS = "/api/staff/referrals"
Reserve = Callable[..., int]


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


DIGITS = {ord(digit): letters(int(digit)) for digit in "0123456789"}


@pytest.fixture
def reserve(db: Database, clock: HeldClock) -> Reserve:
    """`reserve("anna", "CODE")`: a household of that name a minute later; answers the reservation's id."""
    numbers = iter(range(1000000, 9999999))

    def make(name: str, code: str = "", **changes: Any) -> int:
        clock.advance(minutes=1)
        own = {
            "last_name": name.translate(DIGITS),
            "email": f"{name}@example.org",
            "mobile_phone": f"0170 {next(numbers)}",
        }
        body = reservation_body(**(own | {"referral_code": code} | changes))
        return reserve_many(db, clock(), [body])[0]

    return make


def code_of(db: Database, id_: int) -> str:
    return next(row["code"] for row in stored(db, ReferralCode) if row["reservation_id"] == id_)


def issue(db: Database, clock: HeldClock) -> int:
    return CodeIssue(db, clock).issue()


def check(db: Database, clock: HeldClock) -> dict[int, str]:
    ReferralWatch(db, clock).check()
    return verdicts(db)


def verdicts(db: Database) -> dict[int, str]:
    return {row["reservation_id"]: row["verdict"] for row in stored(db, ReferralUse)}


def test_every_household_that_holds_a_spot_gets_one_code(db: Database, clock: HeldClock, reserve: Reserve) -> None:
    first, second, gone = reserve("anna"), reserve("bea"), reserve("carl")
    stand(db, clock(), gone, ReservationState.CANCELLED)
    assert issue(db, clock) == 2
    codes = stored(db, ReferralCode)
    assert [(row["reservation_id"], row["kind"], row["created_by"]) for row in codes] == [
        (first, "household", "system"),
        (second, "household", "system"),
    ]
    assert issue(db, clock) == 0
    (entry,) = [entry for entry in stored(db, AuditEntry) if entry["action"] == "referral_code.issued"]
    assert entry["details"] == {"count": 2}
    with db.read() as session:
        assert first_broken_entry(session) is None


def test_a_running_job_looks_at_new_ones_and_now_and_then_at_all(
    db: Database, clock: HeldClock, reserve: Reserve
) -> None:
    """A reservation committed long after its moment escapes the quick look, and not the whole one."""
    codes, watch = CodeIssue(db, clock), ReferralWatch(db, clock)
    reserve("anna", "FREMD")
    assert (codes.issue(), watch.check()) == (1, 1)
    clock.advance(minutes=20)
    assert (codes.issue(), watch.check()) == (0, 0)
    late = reserve("bea", "FREMD")
    moment = clock.now - timedelta(minutes=15)
    db.write(lambda s: s.execute(update(Reservation).where(Reservation.id == late).values(created_at=moment)) and None)
    assert (codes.issue(), watch.check()) == (0, 0)
    reserve("carl", "FREMD")
    assert (codes.issue(), watch.check()) == (1, 1)
    clock.advance(minutes=60)
    assert (codes.issue(), watch.check()) == (1, 1)
    assert (codes.issue(), watch.check()) == (0, 0)


def test_several_processes_at_once_give_each_household_one_code(
    db: Database, clock: HeldClock, reserve: Reserve
) -> None:
    ids = [reserve(f"haushalt{number}", "FREMD") for number in range(12)]
    with ThreadPoolExecutor(4) as pool:
        issued = list(pool.map(lambda _: issue(db, clock), range(4)))
        list(pool.map(lambda _: ReferralWatch(db, clock).check(), range(4)))
    assert sum(issued) == 12
    assert sorted(row["reservation_id"] for row in stored(db, ReferralCode)) == ids
    assert verdicts(db) == dict.fromkeys(ids, "unknown")


def test_a_recommendation_is_valid_however_the_code_is_typed(db: Database, clock: HeldClock, reserve: Reserve) -> None:
    host = reserve("anna")
    issue(db, clock)
    code = code_of(db, host)
    ids = [reserve(f"gast{n}", typed) for n, typed in enumerate((code, code.lower(), f" {code[:3]}-{code[3:]} "))]
    assert check(db, clock) == dict.fromkeys(ids, "valid")
    assert [row["raw_code"] for row in stored(db, ReferralUse)] == [code, code.lower(), f"{code[:3]}-{code[3:]}"]


@pytest.mark.parametrize(
    "mark",
    [
        {"email": "ANNA@example.org"},
        {"mobile_phone": "+49 170 1000000"},
        {"last_name": "Anna", "email": "neu@example.org"},
    ],
    ids=["address", "telephone", "name and postcode"],
)
def test_who_recommends_itself_is_found_by_any_mark(
    db: Database, clock: HeldClock, reserve: Reserve, mark: dict[str, str]
) -> None:
    host = reserve("anna")
    issue(db, clock)
    own = reserve("bea", code_of(db, host), **mark)
    neighbour = reserve("carla", code_of(db, host))
    assert check(db, clock) == {own: "self", neighbour: "valid"}


def test_a_ring_of_any_length_is_found(db: Database, clock: HeldClock, reserve: Reserve) -> None:
    codes = [""]
    ids = []
    for name in ("anna", "bea", "carl", "dora"):
        ids.append(reserve(name, codes[-1]))
        issue(db, clock)
        codes.append(code_of(db, ids[-1]))
    closing = reserve("anna", codes[-1], mobile_phone="0171 5555555")
    stranger = reserve("emil", codes[-1])
    found = check(db, clock)
    assert found == {**dict.fromkeys(ids[1:], "valid"), closing: "loop", stranger: "valid"}


def test_a_ring_is_closed_by_the_later_reservation_however_late_it_is_judged(
    db: Database, clock: HeldClock, reserve: Reserve
) -> None:
    """Judged together or one by one, the verdicts are the same."""
    host = reserve("anna")
    issue(db, clock)
    guest = reserve("bea", code_of(db, host))
    issue(db, clock)
    back = reserve("anna", code_of(db, guest), mobile_phone="0171 5555555")
    again = reserve("bea", code_of(db, host), mobile_phone="0171 6666666")
    assert check(db, clock) == {guest: "valid", back: "loop", again: "valid"}


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_verdicts_equal_those_of_a_plain_walk(db: Database, clock: HeldClock, reserve: Reserve, seed: int) -> None:
    """Six households that reserve again and again, each time by anybody's code; judged in portions of any size."""
    draw = random.Random(seed)
    watch = ReferralWatch(db, clock)
    owners: list[tuple[int, str]] = []
    came_by: dict[str, set[str]] = defaultdict(set)
    expected = {}
    for _ in range(40):
        household = draw.choice("abcdef")
        host = draw.choice(owners) if owners and draw.random() < 0.7 else None
        own = {"email": f"{household}@example.org", "last_name": f"H{letters(len(owners))}"}
        id_ = reserve(household, code_of(db, host[0]) if host else "", **own)
        owners.append((id_, household))
        issue(db, clock)
        if host is not None:
            expected[id_] = plain_verdict(household, host[1], came_by)
            if expected[id_] == "valid":
                came_by[household].add(host[1])
        if draw.random() < 0.3:
            watch.check()
    assert check(db, clock) == expected
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


def test_a_code_disabled_counts_no_longer_and_again_when_enabled(
    db: Database, clock: HeldClock, reserve: Reserve, make_client: MakeClient, staff_client: StaffClient
) -> None:
    marketer = staff_client("marketing", client=make_client(clock=clock, rate_limits="off"))
    host = reserve("anna")
    issue(db, clock)
    code = code_of(db, host)
    before = reserve("bea", code)
    clock.advance(minutes=1)
    assert marketer.post(f"{REFERRALS}/codes/1/disable").json()["disabled_at"] is not None
    during = reserve("carl", code)
    assert check(db, clock) == {before: "valid", during: "disabled"}
    assert marketer.post(f"{REFERRALS}/codes/1/enable").json()["disabled_at"] is None
    after = reserve("dora", code)
    assert check(db, clock) == {before: "valid", during: "disabled", after: "valid"}
    actions = [entry["action"] for entry in stored(db, AuditEntry) if entry["subject"] == "referral_code:1"]
    assert actions == ["referral_code.disabled", "referral_code.enabled"]


def test_a_partner_registered_later_gets_what_came_before(
    db: Database, clock: HeldClock, reserve: Reserve, marketer: TestClient
) -> None:
    ids = [reserve(name, typed) for name, typed in (("anna", "verein 10"), ("bea", "VEREIN-10"), ("carl", "VEREIN-1"))]
    assert set(check(db, clock).values()) == {"unknown"}
    body = {"partner_name": "Verein Süd e. V.", "code": "Verein-10", "note": ""}
    added = marketer.post(f"{REFERRALS}/codes", json=body)
    assert added.status_code == 201, added.text
    assert (added.json()["code"], added.json()["household"]) == ("VEREIN10", None)
    assert added.json()["address"] == "http://127.0.0.1:8000/?ref=VEREIN10"
    assert verdicts(db) == {ids[0]: "valid", ids[1]: "valid", ids[2]: "unknown"}
    assert stored(db, AuditEntry)[-1]["details"] == {"code": "VEREIN10", "kind": "partner", "earlier_uses": 2}
    answer = marketer.post(f"{REFERRALS}/codes", json=body | {"code": "verein10"})
    assert (answer.status_code, answer.json()["code"]) == (409, "code_taken")
    answer = marketer.post(f"{REFERRALS}/codes", json={"partner_name": "", "code": "Ä"})
    assert [error["field"] for error in answer.json()["errors"]] == ["partner_name", "code"]
    random = marketer.post(f"{REFERRALS}/codes", json={"partner_name": "Stadtwerke"}).json()
    assert len(random["code"]) == 7


def test_a_code_registered_while_it_was_being_judged_is_found(db: Database, clock: HeldClock, reserve: Reserve) -> None:
    guest = reserve("anna", "verein")
    check(db, clock)
    row = {"code": "VEREIN", "kind": "partner", "partner_name": "Verein", "note": "", "created_by": "staff:1"}
    db.write(lambda session: session.add(ReferralCode(**row, created_at=clock())))
    assert check(db, clock) == {guest: "valid"}


def test_an_earlier_touch_of_the_visit_still_recommends(db: Database, clock: HeldClock, reserve: Reserve) -> None:
    host = reserve("anna")
    issue(db, clock)
    touches = [{"referral_code": code_of(db, host)}, {"utm_source": "newsletter"}, {}]
    guest = reserve("bea", touches=touches)
    assert check(db, clock) == {guest: "valid"}


def board(browser: TestClient, **params: str) -> dict[str, tuple[int, ...]]:
    answer = browser.get(f"{REFERRALS}/leaders", params=params)
    assert answer.status_code == 200, answer.text
    members = ("uses", "valid", "confirmed", "contracted", "cancelled", "annual_kwh")
    return {row["name"]: tuple(row[name] for name in members) for row in answer.json()["data"]}


def test_the_leader_board_follows_cancellation_undo_and_merge(
    db: Database, clock: HeldClock, reserve: Reserve, make_client: MakeClient, staff_client: StaffClient
) -> None:
    client = make_client(clock=clock, rate_limits="off")
    marketer = staff_client("marketing", client=client)
    host = reserve("anna")
    issue(db, clock)
    code = code_of(db, host)
    first, second, third = (reserve(name, code) for name in ("bea", "carl", "dora"))
    reserve("anna", code, mobile_phone="0171 5555555")
    check(db, clock)
    name = pseudonym(host, state_of(client).settings.secret_key)
    assert board(marketer) == {name: (4, 3, 0, 0, 0, 6000)}
    stand(db, clock(), first, ReservationState.RESERVED, email_confirmed_at=clock())
    assert board(marketer) == {name: (4, 3, 1, 0, 0, 6000)}
    cancelled = do(db, "cancel", [second], clock())
    assert board(marketer) == {name: (4, 3, 1, 0, 1, 4000)}
    db.write(lambda session: undo(session, cancelled.operation_id, "staff:7", "admin", clock()))
    assert board(marketer) == {name: (4, 3, 1, 0, 0, 6000)}
    db.write(lambda session: merge(session, [first, third], "staff:7", "Ein Haushalt", clock()))
    assert board(marketer) == {name: (3, 2, 1, 0, 0, 4000)}, "a household counts once"


def test_what_came_by_the_code_of_a_merged_reservation_counts_for_the_one_that_stays(
    db: Database, clock: HeldClock, reserve: Reserve, make_client: MakeClient, staff_client: StaffClient
) -> None:
    client = make_client(clock=clock, rate_limits="off")
    marketer = staff_client("marketing", client=client)
    key = state_of(client).settings.secret_key
    first, second, third = (reserve("anna", mobile_phone=f"0171 555555{n}") for n in range(3))
    issue(db, clock)
    for number, host in enumerate((first, second, third)):
        reserve(f"gast{number}", code_of(db, host))
    check(db, clock)
    names = [pseudonym(id_, key) for id_ in (first, second, third)]
    assert [counts[1] for counts in board(marketer).values()] == [1, 1, 1]
    db.write(lambda session: merge(session, [second, third], "staff:7", "Ein Haushalt", clock()))
    assert {name: counts[1] for name, counts in board(marketer).items()} == {names[1]: 2, names[0]: 1}
    db.write(lambda session: merge(session, [first, second], "staff:7", "Ein Haushalt", clock()))
    assert {name: counts[1] for name, counts in board(marketer).items()} == {names[0]: 3}


def test_a_recommendation_survives_three_merges_in_a_row(
    db: Database, clock: HeldClock, reserve: Reserve, make_client: MakeClient, staff_client: StaffClient
) -> None:
    client = make_client(clock=clock, rate_limits="off")
    marketer = staff_client("marketing", client=client)
    hosts = [reserve("anna", mobile_phone=f"0171 555555{n}") for n in range(4)]
    issue(db, clock)
    reserve("gast", code_of(db, hosts[3]))
    check(db, clock)
    for kept in (2, 1, 0):
        pair = [hosts[kept], hosts[kept + 1]]
        db.write(lambda session, pair=pair: merge(session, pair, "staff:7", "Ein Haushalt", clock()))
    name = pseudonym(hosts[0], state_of(client).settings.secret_key)
    assert {shown: counts[1] for shown, counts in board(marketer).items()} == {name: 1}


def test_a_contract_counts_also_when_it_was_withdrawn_from(
    db: Database, clock: HeldClock, reserve: Reserve, make_client: MakeClient, staff_client: StaffClient
) -> None:
    marketer = staff_client("marketing", client=make_client(clock=clock, rate_limits="off"))
    host = reserve("anna")
    issue(db, clock)
    guest, other = reserve("bea", code_of(db, host)), reserve("carl", code_of(db, host))
    check(db, clock)
    do(db, "invite", [guest, other], clock())
    assert [counts[3:] for counts in board(marketer).values()] == [(0, 0, 4000)]
    do(db, "contract", [guest, other], clock())
    assert [counts[3:] for counts in board(marketer).values()] == [(2, 0, 4000)]
    do(db, "activate", [other], clock())
    do(db, "withdraw", [guest], clock())
    assert [counts[3:] for counts in board(marketer).values()] == [(2, 1, 2000)]


def test_the_leader_board_is_ordered_and_filtered(
    db: Database, clock: HeldClock, reserve: Reserve, make_client: MakeClient, staff_client: StaffClient
) -> None:
    client = make_client(clock=clock, rate_limits="off")
    body = {"partner_name": "Verein", "code": "VEREIN"}
    assert staff_client("marketing", client=client).post(f"{REFERRALS}/codes", json=body).status_code == 201
    host = reserve("anna")
    issue(db, clock)
    for name in ("bea", "carl"):
        reserve(name, "verein")
    reserve("dora", code_of(db, host))
    clock.advance(days=1)
    reserve("emil", code_of(db, host))
    reserve("fritz", "niemand")
    check(db, clock)
    marketer = staff_client("marketing", client=client)
    assert list(board(marketer, kind="partner")) == ["Verein"]
    assert list(board(marketer).values()) == [(2, 2, 0, 0, 0, 4000)] * 2
    assert [counts[0] for counts in board(marketer, to="2026-11-03").values()] == [2, 1]
    assert list(board(marketer, **{"from": "2026-11-04"}).values()) == [(1, 1, 0, 0, 0, 2000)]
    assert board(marketer, **{"from": "2026-11-05"}) == {}
    for page, rows, has_next in ((1, 1, True), (2, 1, False), (3, 0, False)):
        answer = marketer.get(f"{REFERRALS}/leaders", params={"page": page, "per_page": 1}).json()
        assert (len(answer["data"]), answer["total"], answer["has_next"]) == (rows, 2, has_next)


def test_one_contract_ranks_before_many_recommendations_without(
    db: Database, clock: HeldClock, reserve: Reserve, make_client: MakeClient, staff_client: StaffClient
) -> None:
    """Households can be invented, with a code that exists; a contract cannot."""
    client = make_client(clock=clock, rate_limits="off")
    invented, real = reserve("anna"), reserve("ben")
    issue(db, clock)
    for name in ("carl", "dora", "emil"):
        reserve(name, code_of(db, invented))
    guest = reserve("fritz", code_of(db, real))
    check(db, clock)
    key = state_of(client).settings.secret_key
    marketer = staff_client("marketing", client=client)
    assert list(board(marketer)) == [pseudonym(id_, key) for id_ in (invented, real)]
    stand(db, clock(), guest, ReservationState.CONTRACTED)
    assert list(board(marketer)) == [pseudonym(id_, key) for id_ in (real, invented)]


def test_the_days_of_the_leader_board_are_berlins(
    db: Database, reserve: Reserve, clock: HeldClock, make_client: MakeClient, staff_client: StaffClient
) -> None:
    client = make_client(clock=clock, rate_limits="off")
    host = reserve("anna")
    issue(db, clock)
    clock.now = datetime(2026, 10, 24, 21, 58, tzinfo=UTC)
    reserve("bea", code_of(db, host))
    clock.advance(minutes=1)
    reserve("carl", code_of(db, host))
    clock.now = datetime(2026, 10, 25, 22, 58, tzinfo=UTC)
    reserve("dora", code_of(db, host))
    clock.advance(minutes=1)
    reserve("emil", code_of(db, host))
    check(db, clock)
    marketer = staff_client("marketing", client=client)
    for day, uses in (("2026-10-24", [1]), ("2026-10-25", [2]), ("2026-10-26", [1])):
        assert [counts[0] for counts in board(marketer, **{"from": day, "to": day}).values()] == uses, day


def test_codes_are_searched_as_they_are_typed(
    db: Database, clock: HeldClock, reserve: Reserve, marketer: TestClient, staff_client: StaffClient
) -> None:
    for name, code in (("Ökoverein", "GRUEN"), ("Stadtwerke", "STROM")):
        marketer.post(f"{REFERRALS}/codes", json={"partner_name": name, "code": code})
    host = reserve("anna")
    issue(db, clock)

    def found(**params: str) -> list[str]:
        page = marketer.get(f"{REFERRALS}/codes", params=params).json()
        return [row["partner_name"] or "household" for row in page["data"]]

    assert found(q="ÖKO") == found(q="verein") == found(q="gru-e") == ["Ökoverein"]
    assert found(kind="household") == found(q=code_of(db, host).lower()) == ["household"]
    assert found(sort="code", order="asc", kind="partner") == ["Ökoverein", "Stadtwerke"]
    (row,) = staff_client("admin").get(f"{REFERRALS}/codes", params={"kind": "household"}).json()["data"]
    assert (row["reservation_id"], row["partner_name"]) == (host, "")
    (row,) = marketer.get(f"{REFERRALS}/codes", params={"kind": "household"}).json()["data"]
    assert row["reservation_id"] is None and row["household"].startswith("Haushalt ")


def test_a_reservation_shows_its_own_code_and_the_one_it_came_by(
    db: Database, clock: HeldClock, reserve: Reserve, marketer: TestClient, staff_client: StaffClient
) -> None:
    clerk = staff_client("staff")
    host = reserve("anna")
    shown = clerk.get(f"/api/staff/reservations/{host}").json()["referral"]
    assert shown == {"own_code": None, "own_address": None, "came_by": None}
    issue(db, clock)
    code = code_of(db, host)
    guest = reserve("bea", code.lower())
    check(db, clock)
    shown = clerk.get(f"/api/staff/reservations/{host}").json()["referral"]
    assert (shown["own_code"], shown["own_address"]) == (code, f"http://127.0.0.1:8000/?ref={code}")
    shown = clerk.get(f"/api/staff/reservations/{guest}").json()["referral"]
    assert shown["came_by"] == {
        "raw_code": code.lower(),
        "verdict": "valid",
        "code_id": 1,
        "is_soon": True,
        "is_one_line": False,
    }
    assert marketer.get(f"/api/staff/reservations/{guest}").json()["referral"] is None


def test_uses_are_filtered_by_their_verdict(
    db: Database, clock: HeldClock, reserve: Reserve, marketer: TestClient, staff_client: StaffClient
) -> None:
    guest = reserve("bea", "niemand")
    check(db, clock)
    (row,) = staff_client("admin").get(f"{REFERRALS}/uses", params={"verdict": "unknown"}).json()["data"]
    assert (row["reservation_id"], row["raw_code"], row["verdict"], row["code_id"]) == (
        guest,
        "niemand",
        "unknown",
        None,
    )
    assert marketer.get(f"{REFERRALS}/uses", params={"verdict": "valid"}).json()["total"] == 0
    (row,) = marketer.get(f"{REFERRALS}/uses").json()["data"]
    assert (row["reservation_id"], row["raw_code"]) == (None, "niemand")


def soon(browser: TestClient) -> dict[str, list[bool]]:
    """By code, in the order of the reservations."""
    found: dict[str, list[bool]] = defaultdict(list)
    for row in browser.get(f"{REFERRALS}/uses", params={"order": "asc"}).json()["data"]:
        found[row["raw_code"]].append(row["is_soon"])
    return dict(found)


def test_uses_of_a_code_within_minutes_are_marked_and_keep_their_verdict(
    db: Database, clock: HeldClock, reserve: Reserve, make_client: MakeClient, staff_client: StaffClient
) -> None:
    """`reserve` lets a minute pass before each."""
    hosts = [reserve("anna"), reserve("ben")]
    issue(db, clock)
    one, other = (code_of(db, host) for host in hosts)
    clock.advance(hours=1)
    reserve("carl", one)
    clock.advance(minutes=9)
    reserve("dora", one)  # ten minutes later
    clock.advance(minutes=9, seconds=1)
    reserve("emil", one)  # ten minutes and a second
    reserve("fritz", other)  # soon after uses of another code
    reserve("gerd", "niemand")
    reserve("hans", "niemand")
    assert set(check(db, clock).values()) == {"valid", "unknown"}
    marketer = staff_client("marketing", client=make_client(clock=clock, rate_limits="off"))
    assert soon(marketer) == {one: [True, True, False], other: [False], "niemand": [False, False]}
    assert [counts[1] for counts in board(marketer).values()] == [3, 1], "a mark takes nothing from the count"


def test_uses_over_one_line_are_marked_and_keep_their_verdict(
    db: Database, clock: HeldClock, reserve: Reserve, make_client: MakeClient, staff_client: StaffClient
) -> None:
    """The recommender's own, and each other's; for as long as the labels are kept."""
    host = reserve("anna")
    issue(db, clock)
    code = code_of(db, host)
    guests = [reserve(name, code) for name in ("bea", "carl", "dora", "emil")]
    lines = dict(zip((host, *guests), ("v4-1", "v4-1", "v6-2", "v6-2", "v4-3"), strict=True))

    def label(session: Session) -> None:
        for id_, line in lines.items():
            row = session.get_one(Reservation, id_)
            row.network = row.line = line

    db.write(label)
    assert set(check(db, clock).values()) == {"valid"}
    marketer = staff_client("marketing", client=make_client(clock=clock, rate_limits="off"))
    shown = lambda: [  # noqa: E731
        row["is_one_line"] for row in marketer.get(f"{REFERRALS}/uses", params={"order": "asc"}).json()["data"]
    ]
    assert shown() == [True, True, True, False]
    assert [counts[1] for counts in board(marketer).values()] == [4], "a mark takes nothing from the count"
    clock.advance(days=8)
    assert db.write(lambda session: forget_labels(session, clock.now)) == 5
    marketer = staff_client("marketing", client=make_client(clock=clock, rate_limits="off"))
    assert shown() == [False] * 4


def test_a_use_within_minutes_of_the_recommenders_own_reservation_is_marked(
    db: Database, clock: HeldClock, reserve: Reserve, make_client: MakeClient, staff_client: StaffClient
) -> None:
    client = make_client(clock=clock, rate_limits="off")
    host = reserve("anna")
    issue(db, clock)
    clock.advance(minutes=9)
    guest = reserve("bea", code_of(db, host))
    later = reserve("carl", "niemand")
    check(db, clock)
    assert soon(staff_client("marketing", client=client)) == {code_of(db, host): [True], "niemand": [False]}
    clerk = staff_client("staff", client=client)
    shown = {
        id_: clerk.get(f"/api/staff/reservations/{id_}").json()["referral"]["came_by"]["is_soon"]
        for id_ in (guest, later)
    }
    assert shown == {guest: True, later: False}
