"""Two clerks over HTTP, each with the versions that their browser holds: no edit lost, none overwritten unseen, and
nothing taken back that somebody else built on.

A walk draws who acts next and what they do. A clerk knows what the last document or refusal showed them, and sends
the version of it. After each step the row is compared with the row before: the clerk who changed a value must have been
shown the one that they replaced, and nothing but what was asked for may have changed. What is done to several records
at once, or approved by the colleague, goes by the state they are in; each that is left out is told with the reason.
"""

import random
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.reservations.changes import tags_of
from services.reservations.desk import edit, undo
from services.reservations.desk.models import ReservationNote
from services.reservations.models import FIELDS, Reservation, ReservationChange
from tests.fixtures.proved import proved
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import households, reserve_many
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases(sample="postgresql")

WALKS, STEPS = proved((16, 5), (1000, 7))
MOST_RECORDS = 400
DAYS = (None, "2026-12-01", "2026-12-08")
FACTS: dict[str, tuple[Any, ...]] = {
    "street": ("Am Anger 1", "Am Anger 2"),
    "town": ("Ingolstadt", "Manching"),
    "postcode": ("85049", "85055"),
    **{one.name: one.values.options[:2] for one in FIELDS if one.values.options},
    "tags": (["Presse"], ["Verein"], []),
}
MEMBERS = (*FACTS, "follow_up_on", "state")


def shown(db: Database, id_: int) -> dict[str, Any]:
    """The members as they are stored, as the API writes them."""
    with db.read() as session:
        row = session.get_one(Reservation, id_)
        found = {name: getattr(row, name) for name in MEMBERS if name != "tags"}
        tags = tags_of(session, [id_]).get(id_, [])
    day = found["follow_up_on"]
    return {**found, "tags": list(tags), "follow_up_on": day and day.isoformat()}


class Clerk:
    """One browser: the document it holds, and what its keeper asks for."""

    def __init__(self, client: TestClient, db: Database, done: Counter[str]) -> None:
        self.client, self.db, self.done = client, db, done
        self.actor = f"staff:{client.member.id}"  # type: ignore[attr-defined]
        self.requests: list[int] = []

    def open(self, id_: int, document: dict[str, Any] | None = None) -> None:
        """Open a record; `document` is what it shows, where a colleague has just read it."""
        self.path, self.id = f"/api/staff/reservations/{id_}", id_
        if document is None:
            self.look()
        else:
            self.document = document

    def look(self) -> None:
        answer = self.client.get(self.path)
        assert answer.status_code == 200, answer.text
        self.document = answer.json()

    def act_on_many(self, drawn: random.Random, ids: list[int]) -> None:
        """An operation on two records, one that the colleague approves, or the way back of the last one."""
        operations, requests = "/api/staff/reservations/operations", "/api/staff/operation-requests"
        page = self.client.get(requests).json()
        waiting = [one["id"] for one in page["waiting"]
                   if not one["is_own"] and {who["id"] for who in one["affected"]} <= set(ids)]  # fmt: skip
        back = [one["operation_id"] for one in page["recent"]
                if one["undo_until"] and self.done_to(one["operation_id"]) <= set(ids)]  # fmt: skip
        kind = drawn.choice(("bulk", *["approve"] * 3 * len(waiting), *["undo_bulk"] * len(back[:1]), "ask"))
        two = [self.id, drawn.choice(ids)]
        before = {id_: shown(self.db, id_) for id_ in ids}
        if kind == "approve":
            answer = self.client.post(f"{requests}/{waiting[0]}/approve")
        elif kind == "undo_bulk":
            answer = self.client.post(f"/api/staff/operations/{back[0]}/undo", json={})
        else:
            body: dict[str, Any] = {"ids": sorted(set(two)), "reason": "Am Messestand"}
            name = (
                drawn.choice(("cancel", "invite")) if kind == "ask" else drawn.choice(("invite", "add_tag", "cancel"))
            )
            allowed = self.client.post(f"{operations}/{name}/preview", json={"ids": body["ids"]}).json()["allowed"]
            if not allowed:
                return
            body |= ({"confirmed_count": allowed} if kind == "ask" else {}) | (
                {"tag": "Messe"} if name == "add_tag" else {}
            )
            path = f"{requests}/{name}" if kind == "ask" else f"{operations}/{name}"
            answer = self.client.post(path, json=body)
        after = {id_: shown(self.db, id_) for id_ in ids}
        changed = {id_ for id_ in ids if before[id_] != after[id_]}
        if answer.status_code == 409:
            assert changed == set() and answer.json()["title"], "refused without a reason, or not wholly"
            self.done["refused"] += 1
            return
        assert answer.status_code in (200, 201), answer.text
        self.done[kind] += 1
        if kind == "ask":
            self.requests.append(answer.json()["id"])
        if kind in ("bulk", "undo_bulk"):
            results = answer.json()["results"]
            assert changed <= {one["id"] for one in results if one["outcome"] == "done"}, "changed what it left out"
            assert all(one["detail"] for one in results if one["outcome"] == "refused"), "left out without a reason"
            if kind == "undo_bulk":
                self.check_undone(back[0], results, before)

    def check_undone(self, operation: int, results: list[dict[str, Any]], before: dict[int, dict[str, Any]]) -> None:
        """Nothing is taken back that was changed again since."""
        with self.db.read() as session:
            of = ReservationChange.operation_id == operation
            changes = session.scalars(select(ReservationChange).where(of).order_by(ReservationChange.id.desc())).all()
        made = {one.reservation_id: one.after for one in changes}  # the first of each, before it was undone
        for one in results:
            kept = {name: value for name, value in made[one["id"]].items() if name in MEMBERS}
            if one["outcome"] == "done":
                assert {name: before[one["id"]][name] for name in kept} == kept, "took back what was built on"

    def withdraw_requests(self) -> None:
        """What nobody approved is not left for the next walk."""
        for id_ in self.requests:
            path = f"/api/staff/operation-requests/{id_}/refuse"
            answer = self.client.post(path, json={"reason": "Der Rundgang ist zu Ende."})
            assert answer.status_code == 200 or answer.json()["code"] == "decided", answer.text
        self.requests.clear()

    def done_to(self, operation: int) -> set[int]:
        with self.db.read() as session:
            of = ReservationChange.operation_id == operation
            return set(session.scalars(select(ReservationChange.reservation_id).where(of)))

    def act(self, drawn: random.Random, step: int) -> None:
        """One thing that a clerk does; what they changed is compared with what they had been shown."""
        kind, method, path, body = self.asked(drawn, step)
        before, seen = shown(self.db, self.id), {name: self.document[name] for name in MEMBERS}
        answer = self.client.request(method, path, json=body)
        after = shown(self.db, self.id)
        changed = {name for name in MEMBERS if before[name] != after[name]}
        if answer.status_code == 409:
            assert changed == set(), "a refused call changed something"
            self.told(answer.json(), before)
            self.look()
            self.done["refused"] += 1
            return
        assert answer.status_code in (200, 201), answer.text
        self.done[kind] += 1
        if kind in ("add_tag", "remove_tag"):  # these leave everybody else's tags alone
            wanted = set(before["tags"]) | {body["tag"]} if kind == "add_tag" else set(before["tags"]) - {body["tag"]}
            assert set(after["tags"]) == wanted and changed <= {"tags"}
        else:
            ends_with_the_place = {"follow_up_on"} if kind == "cancel" and after["follow_up_on"] is None else set()
            unseen = {name for name in changed if before[name] != seen[name]}
            assert unseen <= ends_with_the_place, "replaced a value never shown"
            assert changed <= self.touched(kind, body), "changed what nobody asked for"
        if kind == "fact":
            assert {name: after[name] for name in body.keys() & FACTS.keys()} == {
                name: body[name] for name in body.keys() & FACTS.keys()
            }, "an accepted edit is not stored"
        if drawn.random() < 0.4:
            self.look()

    def told(self, refusal: dict[str, Any], stored_now: dict[str, Any]) -> None:
        """A conflict shows what is stored, and who wrote it."""
        for conflict in refusal.get("conflicts", []):
            assert conflict["value"] == stored_now[conflict["field"]]
            assert conflict["by_name"], "nobody is named"

    @staticmethod
    def touched(kind: str, body: dict[str, Any]) -> set[str]:
        if kind == "fact":
            return body.keys() & FACTS.keys()
        if kind == "undo":
            return set(MEMBERS)
        return {"note": set(), "follow_up": {"follow_up_on"}}.get(kind, {"state", "follow_up_on"})

    def asked(self, drawn: random.Random, step: int) -> tuple[str, str, str, dict[str, Any]]:
        """The call that the console makes for something drawn."""
        version, undo = self.document["version"], self.document["undo"]
        kinds = ("fact", "fact", "fact", "note", "add_tag", "remove_tag", "follow_up", "cancel", "undo")
        kind = drawn.choice(kinds if undo else kinds[:-1])
        if kind == "note":
            return kind, "POST", f"{self.path}/notes", {"text": f"{self.id} {self.actor} {step} {drawn.random()}"}
        if kind == "follow_up":
            day = {"day": drawn.choice(DAYS), "seen": self.document["follow_up_on"]}
            return kind, "PUT", f"{self.path}/follow-up", day
        if kind == "undo":
            return kind, "POST", f"/api/staff/operations/{undo['operation_id']}/undo", {}
        if kind == "fact":
            names = drawn.sample(sorted(FACTS), drawn.randrange(1, 3))
            return kind, "PATCH", self.path, {"version": version, **{n: drawn.choice(FACTS[n]) for n in names}}
        tag = {} if kind == "cancel" else {"tag": drawn.choice(("Presse", "Umzug"))}
        body = {"ids": [self.id], "version": version, "reason": "Anruf", **tag}
        return kind, "POST", f"/api/staff/reservations/operations/{kind}", body


def walk(clerks: tuple[Clerk, Clerk], id_: int, drawn: random.Random, ids: list[int] | None = None) -> None:
    """`ids`: what is done to several records at once is done to these, too."""
    clerks[0].open(id_)
    clerks[1].open(id_, clerks[0].document)
    for step in range(STEPS):
        clerk = drawn.choice(clerks)
        if ids and drawn.random() < 0.3:
            clerk.act_on_many(drawn, ids)
        else:
            clerk.act(drawn, step)
    for clerk in clerks if ids else ():
        clerk.withdraw_requests()


@pytest.fixture
def clerks(make_client: MakeClient, staff_client: StaffClient, db: Database) -> tuple[Clerk, Clerk]:
    client = make_client(clock=HeldClock())
    done: Counter[str] = Counter()
    return Clerk(staff_client("staff", client=client), db, done), Clerk(staff_client("admin", client=client), db, done)


def test_no_edit_is_lost_and_none_overwritten_unseen(clerks: tuple[Clerk, Clerk], db: Database) -> None:
    ids = reserve_many(db, HeldClock().now, households(min(WALKS, MOST_RECORDS)))
    first = {id_: shown(db, id_) for id_ in ids}
    for number in range(WALKS):
        at = number % len(ids)
        walk(clerks, ids[at], random.Random(number), ids[at - at % 4 :][:4])
    done = clerks[0].done
    kinds = ("fact", "note", "add_tag", "follow_up", "cancel", "undo", "refused", "bulk", "ask", "approve", "undo_bulk")
    assert min(done[kind] for kind in kinds) > 0, done

    replayed = {id_: dict(members) for id_, members in first.items()}
    for change in sorted(stored(db, ReservationChange), key=lambda one: one["id"]):
        members = replayed[change["reservation_id"]]
        assert change["actor"] in {clerk.actor for clerk in clerks}, "a change without its author"
        for name in change["after"].keys() & set(MEMBERS):
            assert change["before"][name] == members[name], "the history skips a value"
            members[name] = change["after"][name]
    assert replayed == {id_: shown(db, id_) for id_ in ids}, "the history ends where the records stand"
    assert len(stored(db, ReservationNote)) == done["note"]


def test_the_walk_would_notice_an_edit_that_is_lost(
    clerks: tuple[Clerk, Clerk], db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same walks without the comparison of versions."""
    monkeypatch.setattr(edit, "conflicts_of", lambda *_: [])
    ids = reserve_many(db, HeldClock().now, households(min(WALKS, MOST_RECORDS)))
    with pytest.raises(AssertionError, match="replaced a value never shown"):
        for number, id_ in enumerate(ids):
            walk(clerks, id_, random.Random(number))


def test_the_walk_would_notice_an_undo_of_what_was_built_on(
    clerks: tuple[Clerk, Clerk], db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same walks, with an undo that does not ask what was changed since."""
    monkeypatch.setattr(undo, "changed_since", lambda *_: {})
    ids = reserve_many(db, HeldClock().now, households(4))
    with pytest.raises(AssertionError, match=r"took back what was built on|replaced a value never shown"):
        for number in range(200):
            walk(clerks, ids[number % 4], random.Random(number), ids)
