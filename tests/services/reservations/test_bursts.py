"""What a burst comes to: how many places a script gets, what real households beside it are told, and what staff see."""

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from services.core.db.db import Database
from services.core.http.idempotency import identify
from services.household.deadlines import watch_deadlines
from services.mail.models import Mail
from services.parks.models import Park, ParkChange
from services.parks.pausing import resume
from services.privacy.models import Consent
from services.reservations.abuse.bursts import concentration
from services.reservations.evidence.models import Evidence
from services.reservations.models import Reservation
from services.settings import Settings
from services.staff.models import AuditEntry
from services.visits.models import ReservationTouch
from services.waiting_list.models import WaitingEntry
from tests.factories import reservation_body
from tests.fixtures.servers import MakeClient
from tests.services.held_clock import HeldClock
from tests.services.reservations.scripted import (
    Callers,
    Script,
    one_allocation,
    real_address,
    real_mailbox,
    spread_addresses,
)
from tests.services.reservations.standing import check_invariants, do
from tests.services.stored import stored
from tests.services.waiting_list.standing import check_list

pytestmark = pytest.mark.both_databases(sample="postgresql")

FULL_HOUR = datetime(2026, 11, 3, 10, 0, tzinfo=UTC)
SECONDS, MINUTES = timedelta(seconds=10), timedelta(minutes=9)


@pytest.fixture
def callers(db: Database, tmp_path: Path) -> Callers:
    """Everything at its default, on a park of 500 places."""
    return callers_with(db, tmp_path)


def callers_with(db: Database, folder: Path, **settings: Any) -> Callers:
    return Callers(db, Settings(_env_file=None, data_dir=folder, **settings), HeldClock(FULL_HOUR))


def crowd(callers: Callers, count: int, first: int = 0) -> list[int]:
    """So many households at once, each of a network of its own, with a large provider's mailbox."""
    addresses = spread_addresses(first + count)[first:]
    group = [
        callers.submission(address, email=f"echt.{first + number}@web.de") for number, address in enumerate(addresses)
    ]
    return callers.reserve_all(group, addresses)


def standing_whole(db: Database) -> None:
    check_invariants(db)
    check_list(db)


@pytest.mark.parametrize(
    ("script", "calls", "most"),
    [
        (Script(one_allocation(190), ["alles.example"]), 60, 12),
        (Script(spread_addresses(200), [f"d{number}.example" for number in range(5)]), 80, 60),
        (Script(one_allocation(190), ["gmail.com"], reads_mail=False), 80, 50),
    ],
    ids=["one allocation, one domain", "200 networks, five domains", "mailboxes of others"],
)
def test_a_script_empties_no_park(script: Script, calls: int, most: int, callers: Callers, db: Database) -> None:
    """It presses every link it gets; so many calls in ten seconds take no more than its domains, or the park, may."""
    callers.run(script, calls, SECONDS)
    assert len(stored(db, Reservation)) == most
    household = callers.reserve("203.0.113.7", email="echt@web.de")
    assert (household, callers.last_code) in ((200, None), (409, "confirm_first"))
    if household == 409:
        assert callers.press_all(["echt@web.de"]) == {"echt@web.de": "reserved"}
    standing_whole(db)


def test_without_these_bounds_the_script_had_the_park(db: Database, tmp_path: Path) -> None:
    """The negative control: the same calls, as they were judged before."""
    wide = "confirm_burst_percent=100,reserved_wide=100000/3600,reserved_domain=100000/3600"
    callers = callers_with(db, tmp_path, rate_limits=wide)
    callers.run(Script(one_allocation(190), ["alles.example"]), 80, SECONDS)
    assert len(stored(db, Reservation)) == 80


def test_a_tenth_of_a_park_is_given_at_once_and_then_as_fast_as_it_is_confirmed(callers: Callers, db: Database) -> None:
    assert Counter(crowd(callers, 60)) == {200: 50, 409: 10}
    assert callers.last_code == "confirm_first"
    first = [f"echt.{number}@web.de" for number in range(20)]
    assert set(callers.press_all(first).values()) == {"confirmed"}
    assert Counter(crowd(callers, 25, first=60)) == {200: 20, 409: 5}
    callers.clock.advance(minutes=11)
    assert Counter(crowd(callers, 55, first=85)) == {200: 50, 409: 5}, "30 wait since before, and 50 of these"
    callers.clock.advance(minutes=11)
    assert crowd(callers, 30, first=140) == [409] * 30, "a fifth of the park at most is unconfirmed"
    standing_whole(db)


def test_groups_at_the_same_time_do_not_overshoot(callers: Callers, db: Database) -> None:
    addresses = spread_addresses(120)
    groups = [
        [callers.submission(address, email=f"g{address}@web.de") for address in addresses[start : start + 10]]
        for start in range(0, 120, 10)
    ]
    with ThreadPoolExecutor(6) as pool:
        statuses = Counter(
            outcome.status
            for outcomes in pool.map(
                lambda group: db.write(lambda session: callers.desk.submit(session, group)),  # type: ignore[no-any-return]
                groups,
            )
            for outcome in outcomes
        )
    assert statuses == {200: 50, 409: 70}
    standing_whole(db)


def test_a_deadline_once_mailed_is_never_moved_by_others(callers: Callers, db: Database) -> None:
    callers.reserve("203.0.113.7", email="frueh@web.de")
    (promised,) = (row["confirm_by"] for row in stored(db, Reservation))
    callers.clock.advance(days=1)
    for start in range(0, 60, 10):
        crowd(callers, 10, first=start)
    callers.clock.advance(minutes=1)
    watch_deadlines(db, callers.settings, callers.clock)
    rows = stored(db, Reservation)
    assert rows[0]["confirm_by"] == promised == FULL_HOUR + timedelta(days=14)
    assert not [mail for mail in stored(db, Mail) if mail["kind"] == "confirm_reminder"], "nobody is told twice"
    days = [(row["confirm_by"] - row["created_at"]).days for row in rows[1:]]
    assert days == [14] * 30 + [1] * 20, "half of what may be unconfirmed, then hours, as each mail says"
    (mail,) = (mail for mail in stored(db, Mail) if mail["recipient"] == "echt.45@web.de")
    assert mail["values"]["confirm_by"] == "Donnerstag, 5. November 2026, 11:00 Uhr"
    assert rows[0]["burst_at"] is None
    assert {row["burst_at"] for row in rows[1:]} == {FULL_HOUR + timedelta(days=1)}
    callers.clock.advance(minutes=20)
    watch_deadlines(db, callers.settings, callers.clock)
    assert stored(db, Park)[0]["burst_since"] is not None, "more than a tenth of the park still waits"
    callers.press_all(["echt.0@web.de"])
    watch_deadlines(db, callers.settings, callers.clock)
    assert stored(db, Park)[0]["burst_since"] is None


SENT = datetime(2026, 11, 3, 9, 30, tzinfo=UTC)
TOUCHES = [{"utm_source": "zeitung", "referral_code": "SONNE7", "at": SENT.isoformat()}]


def held_back(callers: Callers, key: str = "k-1", **changes: Any) -> Any:
    """A household that comes when the bound is reached."""
    body = reservation_body(touches=TOUCHES, **changes)
    request, call = callers.desk.check(body), identify("test", body, key)
    return callers.db.write(
        lambda session: callers.desk.submit(session, [callers.desk.submission(request, call, "203.0.113.7")])[0]
    )


def test_what_was_sent_is_kept_whole_and_becomes_the_reservation(callers: Callers, db: Database) -> None:
    crowd(callers, 50)
    outcome = held_back(callers)
    assert (outcome.status, outcome.body["code"]) == (409, "confirm_first")
    assert outcome.body["confirm_by"] == (FULL_HOUR + timedelta(hours=72)).isoformat()
    assert "example.org" not in str(outcome.body), "nothing typed is echoed"
    assert held_back(callers).is_replay, "the same key gets the same answer"
    assert held_back(callers, "k-2").body == outcome.body, "and so does another tab, as the entry is there"
    (entry,) = stored(db, WaitingEntry)
    assert (entry["rank"], entry["confirmed_at"], entry["typed"]["monthly_abschlag"]) == (1, None, "85,50")
    callers.clock.advance(hours=5)
    mailbox = "aenne.mueller@example.org"
    db.write(lambda session: setattr(session.get_one(Park, "ingolstadt"), "paused_at", FULL_HOUR))
    assert callers.press_all([mailbox]) == {mailbox: "park_paused"}, "a link is not used up where nothing can be given"
    db.write(lambda session: setattr(session.get_one(Park, "ingolstadt"), "paused_at", None))
    assert callers.press_all([mailbox]) == {mailbox: "reserved"}
    row = stored(db, Reservation)[-1]
    now = FULL_HOUR + timedelta(hours=5)
    assert (row["spot_number"], row["created_at"], row["email_confirmed_at"], row["confirm_by"]) == (51, now, now, None)
    assert (row["last_name"], row["monthly_abschlag_cents"], row["referral_code"]) == ("Müller", 8550, "SONNE7")
    assert row["network"] and row["line"]
    given = {c["purpose"]: c["given_at"] for c in stored(db, Consent) if c["reservation_id"] == row["id"]}
    assert (given["terms"], given["email_address"]) == (FULL_HOUR, now), "agreed when it was sent, proven when pressed"
    assert [t["at"] for t in stored(db, ReservationTouch) if t["reservation_id"] == row["id"]] == [SENT]
    assert [e["moment"] for e in stored(db, Evidence) if e["reservation_id"] == row["id"]] == ["reserved"]
    actions = [entry["action"] for entry in stored(db, AuditEntry)]
    assert actions.count("waiting_list.asked_to_confirm") == 1
    assert actions[-3:] == ["reservation.reserved", "waiting_list.confirmed", "waiting_list.offer_accepted"]
    kinds = [mail["kind"] for mail in stored(db, Mail) if mail["recipient"] == "aenne.mueller@example.org"]
    assert kinds == ["confirm_first", "confirm_first", "reservation_received"]
    assert stored(db, WaitingEntry)[0]["request"] is None
    assert callers.press_all(["aenne.mueller@example.org"]) == {}, "its last mail asks for nothing"
    standing_whole(db)


def test_the_first_to_press_gets_the_last_place_and_the_others_wait_in_order_of_arrival(
    callers: Callers, db: Database
) -> None:
    db.write(lambda session: setattr(session.get_one(Park, "ingolstadt"), "spot_limit", 12))
    assert Counter(crowd(callers, 15)) == {200: 10, 409: 5}
    mailboxes = [f"echt.{number}@web.de" for number in range(10, 15)]
    order = [mailboxes[3], mailboxes[4], mailboxes[2], mailboxes[0]]
    pressed = [callers.press_all([mailbox])[mailbox] for mailbox in order]
    assert pressed == ["reserved", "reserved", "waits", "waits"]
    with db.read() as session:
        waiting = select(WaitingEntry).where(WaitingEntry.confirmed_at.is_not(None), WaitingEntry.state == "waiting")
        ranks = {entry.mailbox: entry.rank for entry in session.scalars(waiting)}
    assert sorted(ranks, key=ranks.__getitem__) == [mailboxes[0], mailboxes[2]]
    kept = {entry["mailbox"] for entry in stored(db, WaitingEntry) if entry["request"]}
    assert kept == {mailboxes[1]}, "nobody else's call, with its labels, is needed any more"
    assert crowd(callers, 1, first=20) == [409]
    assert callers.last_code == "park_full"
    standing_whole(db)


def test_a_domain_that_has_had_its_places_for_this_hour_gets_more_in_the_next(callers: Callers, db: Database) -> None:
    callers.run(Script(spread_addresses(14), ["firma.example"], reads_mail=False), 20, SECONDS)
    assert len(stored(db, Reservation)) == 12
    late = "geist.20@firma.example"
    assert callers.press_all([late]) == {late: "confirm_later"}
    callers.clock.advance(hours=1)
    assert callers.press_all([late]) == {late: "reserved"}
    standing_whole(db)


def test_an_entry_that_nobody_confirms_ends_with_its_data(callers: Callers, db: Database) -> None:
    from services.waiting_list.deadlines import serve_waiting_lists

    crowd(callers, 50)
    held_back(callers)
    callers.clock.advance(hours=72)
    assert serve_waiting_lists(db, callers.clock).ended == 1
    (entry,) = stored(db, WaitingEntry)
    assert (entry["state"], entry["request"]) == ("expired", None)
    standing_whole(db)


def test_a_full_park_says_so_before_anything_else(callers: Callers, db: Database) -> None:
    db.write(lambda session: setattr(session.get_one(Park, "ingolstadt"), "spot_limit", 3))
    assert callers.attack(20, ["2001:db8:1:2::/64"], SECONDS) == 3
    assert callers.last_code == "park_full", "not 429, although its /56 has had its twelve calls"


def test_a_park_that_goes_out_of_few_networks_pauses_itself_until_staff_resume_it(
    callers: Callers, db: Database
) -> None:
    """One allocation and sixty domains, every link pressed: only the pause is left."""
    db.write(lambda session: setattr(session.get_one(Park, "ingolstadt"), "spot_limit", 200))
    script = Script(one_allocation(190), [f"d{number}.example" for number in range(60)])
    callers.run(script, 80, MINUTES)
    held = len(stored(db, Reservation))
    assert 60 <= held <= 70
    park = stored(db, Park)[0]
    assert park["paused_at"] is not None
    (change,) = stored(db, ParkChange)
    assert (change["actor"], change["action"]) == ("system", "paused")
    assert change["reason"].startswith(f"Von selbst angehalten: In 10 Minuten gingen {held} von 200 Plätzen weg")
    assert "aus einem einzigen Netz" in change["reason"]
    assert callers.reserve("203.0.113.7") == 409 and callers.last_code == "park_paused"
    db.write(lambda session: resume(session, "ingolstadt", "staff:7", "Storniert", callers.clock.now))
    callers.clock.advance(seconds=1)
    assert callers.reserve("203.0.113.8", email="a@web.de") in (200, 409)
    assert callers.last_code != "park_paused", "what went before staff looked counts no more"
    standing_whole(db)


@pytest.mark.parametrize("which", ["given back", "entered by clerks"])
def test_places_that_a_script_does_not_hold_pause_no_park(which: str, callers: Callers, db: Database) -> None:
    """Twelve of one network, three in ten of the park, would."""
    db.write(lambda session: setattr(session.get_one(Park, "ingolstadt"), "spot_limit", 40))
    for first in (0, 4, 8):
        mailboxes = {f"198.51.{number}.9": f"einer.{number}@web.de" for number in range(first, first + 4)}
        assert [callers.reserve(address, email=mailbox) for address, mailbox in mailboxes.items()] == [200] * 4
        callers.press_all([*mailboxes.values()])
        if which == "given back":
            do(db, "cancel", [row["id"] for row in stored(db, Reservation)[-4:]], callers.clock.now)
        else:
            db.write(lambda session: session.execute(update(Reservation).values(channel="phone")) and None)
    for first in (0, 4, 8):
        assert crowd(callers, 4, first) == [200] * 4
        callers.press_all([f"echt.{number}@web.de" for number in range(first, first + 4)])
    assert callers.reserve("203.0.113.7") == 200
    assert stored(db, Park)[0]["paused_at"] is None


def test_exactly_half_out_of_three_networks_is_no_concentration() -> None:
    callers = [("a@web.de", network) for network in "aaaabcdefghi"]
    assert concentration(callers) is None
    found = concentration([*callers, ("a@web.de", "a")])
    assert found is not None
    assert (found.networks, found.domains, found.of_these) == (3, None, 7)


@pytest.mark.sample(0)
def test_in_the_opening_minute_no_real_household_is_refused(callers: Callers, db: Database) -> None:
    """800 of the 5,000 that `tests.bench.script_attack` lets in: places at once, then in the order of the presses."""
    chance, answers, presses = random.Random(7), Counter[str](), Counter[str]()
    waiting: list[tuple[float, str]] = []
    for number in range(0, 800, 10):
        mailboxes = [real_mailbox(chance, number + one) for one in range(10)]
        addresses = [real_address(chance) for _ in mailboxes]
        group = [callers.submission(a, email=m) for a, m in zip(addresses, mailboxes, strict=True)]
        outcomes = db.write(lambda session, group=group: callers.desk.submit(session, group))  # type: ignore[misc]
        answers.update(outcome.body.get("code", "reserved") for outcome in outcomes)
        waiting += [(number * 0.075 + chance.uniform(30, 600), mailbox) for mailbox in mailboxes]
        callers.clock.advance(seconds=0.75)
    for at, mailbox in sorted(waiting):
        callers.clock.now = max(callers.clock.now, FULL_HOUR + timedelta(seconds=at))
        presses.update(callers.press_all([mailbox]).values())
    assert answers == {"reserved": 50, "confirm_first": 750}
    assert presses == {"confirmed": 50, "reserved": 450, "waits": 300}
    assert stored(db, Park)[0]["paused_at"] is None
    standing_whole(db)


def test_staff_see_a_burst_as_a_list_and_end_it_in_one_operation_with_undo(
    callers: Callers, db: Database, make_client: MakeClient, staff_client: MakeClient
) -> None:
    callers.reserve("203.0.113.7", email="frueh@web.de")
    callers.clock.advance(hours=1)
    callers.run(Script(one_allocation(40), ["alles.example"]), 40, SECONDS)
    clerk = staff_client("staff", client=make_client(clock=callers.clock, rate_limits="off"))
    facet = clerk.get("/api/staff/reservations/facets").json()["burst"]
    assert [datetime.fromisoformat(at) for at in facet] == [stored(db, Park)[0]["burst_since"]]
    for wanted in ("last", facet[0]):
        page = clerk.get("/api/staff/reservations", params={"burst": wanted, "per_page": 100}).json()
        assert page["total"] == len(page["data"]) == 12
    rows = page["data"]
    assert {row["network"] for row in rows} == {rows[0]["network"]} and rows[0]["network"].startswith("v6-")
    assert "2001" not in str(rows)
    assert {(row["email"].split("@")[1], row["email_confirmed"]) for row in rows} == {("alles.example", True)}
    ids = [row["id"] for row in rows]
    order = {"ids": ids, "reason": "Ansturm eines Programms", "notify": False, "untold_reason": "Erfundene Adressen"}
    done = clerk.post("/api/staff/reservations/operations/cancel", json=order).json()
    assert (done["done"], done["refused"]) == (12, 0)
    with db.read() as session:
        active = session.scalars(select(Reservation.mailbox).where(Reservation.state == "reserved")).all()
    assert active == ["frueh@web.de"]
    assert not [mail for mail in stored(db, Mail) if mail["kind"] == "reservation_cancelled"]
    undone = clerk.post(f"/api/staff/operations/{done['operation_id']}/undo", json={})
    assert undone.json()["done"] == 12
    marketer = staff_client("marketing", client=make_client(clock=callers.clock, rate_limits="off"))
    assert marketer.get("/api/staff/reservations/facets").json()["burst"] == []
    assert {row["network"] for row in marketer.get("/api/staff/reservations").json()["data"]} == {None}
    assert clerk.get("/api/staff/reservations", params={"burst": "gestern"}).status_code == 422
    assert clerk.get("/api/staff/reservations", params={"burst": "2026-13-40T99:00:00Z"}).json()["total"] == 0
    standing_whole(db)
