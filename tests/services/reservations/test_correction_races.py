"""Many at once: a place has one household, and no clerk overwrites what another has written unseen."""

import random
import threading
from collections.abc import Sequence
from typing import Any

import pytest

from services.core.db.db import Database
from services.reservations.desk.edit import Edit, save
from services.reservations.desk.move_spot import Place, move_spot
from services.reservations.desk.perform import Request
from services.reservations.errors import OperationRefused
from services.reservations.models import ReservationChange
from services.reservations.transitions import MOVE_SPOT
from services.staff.errors import Stale
from tests.fixtures.proved import proved
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import check_invariants, households, reservation, reserve_many
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases

NOW = HeldClock().now
HOUSEHOLDS = 64
THREADS = 8
FIELDS = ("street", "town", "postcode", "energy_provider", "household_size")


def test_of_64_households_that_move_to_one_place_one_has_it_and_all_have_one(db: Database) -> None:
    """Each clerk sends a share of the households; afterwards they chase one another's former places."""
    ids = reserve_many(db, NOW, households(HOUSEHOLDS))
    barrier = threading.Barrier(THREADS)
    codes: list[str] = []

    def act(chosen: list[int], targets: list[int]) -> None:
        barrier.wait()
        for id_, number in zip(chosen, targets, strict=True):
            asked = Request(MOVE_SPOT, (id_,), "staff:1", "Tausch", untold="gesagt")
            target = Place("ingolstadt", number)
            try:
                db.write(lambda session, asked=asked, target=target: move_spot(session, asked, target, NOW))  # type: ignore[misc]
                codes.append("done")
            except OperationRefused as refused:
                codes.append(refused.code)

    rounds = [[400] * HOUSEHOLDS, list(range(HOUSEHOLDS, 0, -1))]
    for targets in proved(rounds, [*rounds, [401] * HOUSEHOLDS, list(range(1, HOUSEHOLDS + 1))]):
        codes.clear()
        parts = [(ids[start::THREADS], targets[start::THREADS]) for start in range(THREADS)]
        threads = [threading.Thread(target=act, args=part) for part in parts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(codes) == HOUSEHOLDS
        if len(set(targets)) == 1:
            assert sorted(codes) == ["done", *["spot_taken"] * (HOUSEHOLDS - 1)]
        check_invariants(db, with_audit=False)
    check_invariants(db)


class Desk:
    """One clerk: what the screen shows, and what was typed over it."""

    def __init__(self, db: Database, actor: str, id_: int) -> None:
        self.db, self.actor, self.id = db, actor, id_
        self.look()

    def look(self) -> None:
        row = reservation(self.db, self.id)
        self.version, self.seen = row.version, {name: getattr(row, name) for name in FIELDS}

    def write(self, values: dict[str, Any]) -> bool:
        """Whether it was saved; a refusal shows what is stored."""
        edit = Edit(values, None)
        try:
            self.db.write(lambda session: save(session, self.id, self.version, edit, self.actor, NOW))
        except Stale as stale:
            conflicts: Any = stale.members["conflicts"]
            row = reservation(self.db, self.id)
            told = {one["field"]: one["value"] for one in conflicts}
            assert told and told == {name: getattr(row, name) for name in told}
            assert all(self.seen[name] != getattr(row, name) != values[name] for name in told)
            self.look()
            return False
        return True


class CarelessDesk(Desk):
    """One that sends the version stored at the moment, as if none were compared."""

    def write(self, values: dict[str, Any]) -> bool:
        self.version = reservation(self.db, self.id).version
        return super().write(values)


def test_of_two_clerks_none_loses_an_edit_or_overwrites_one_unseen(db: Database) -> None:
    """Drawn interleavings of looking and writing; afterwards the history tells every edit that was accepted."""
    (id_,) = reserve_many(db, NOW, households(1))
    accepted, refused = walk(db, [Desk(db, f"staff:{number}", id_) for number in (1, 2)], proved(60, 1000))
    assert refused and accepted


def test_without_a_comparison_of_versions_the_walk_finds_a_lost_edit(db: Database) -> None:
    """Or the walk above would prove nothing."""
    (id_,) = reserve_many(db, NOW, households(1))
    with pytest.raises(AssertionError, match="never seen was replaced"):
        walk(db, [CarelessDesk(db, f"staff:{number}", id_) for number in (1, 2)], 60)


def walk(db: Database, desks: Sequence[Desk], steps: int) -> tuple[int, int]:
    """Lets the two look and write in turns that are drawn; how many edits were accepted, and how many refused."""
    drawn, id_ = random.Random(20), desks[0].id
    told = dict(desks[0].seen)
    refused = accepted = 0
    for step in range(steps):
        desk = desks[drawn.randrange(2)]
        if drawn.random() < 0.3:
            desk.look()
        names = drawn.sample(FIELDS, drawn.randrange(1, 3))
        values = {name: f"{drawn.choice('ab')}{step % 3}" for name in names}
        before = dict(told)
        if desk.write(values):
            accepted += 1
            overwritten = {name for name in names if before[name] not in (desk.seen[name], values[name])}
            assert overwritten == set(), "a value that this clerk has never seen was replaced"
            told |= values
        else:
            refused += 1
        row = reservation(db, id_)
        assert {name: getattr(row, name) for name in FIELDS} == told, "neither lost nor half saved"
    replayed: dict[str, Any] = {}
    for change in stored(db, ReservationChange):
        replayed |= {name: change["after"][name] for name in FIELDS if name in change["after"]}
    assert replayed == {name: told[name] for name in replayed}
    return accepted, refused
