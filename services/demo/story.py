"""Simulates a year of visits, reservations and staff work through the product's own use cases.

Deterministic for a given random seed, except for values the product draws itself (references, tokens).
"""

import heapq
from collections import defaultdict
from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import partial
from itertools import count
from typing import Any

from services.core.clock import BERLIN
from services.demo import own_pages, told
from services.demo.declared import CASES, declare
from services.demo.messages.play import plan_messages
from services.demo.outcomes import OUTCOMES, REASONS, Outcome
from services.demo.scene import Scene
from services.demo.staff_work import bank, marketers
from services.demo.staff_work import clerks as desk_work
from services.demo.staff_work.clerks import PILOT, SECOND
from services.demo.visits.sources import Source
from services.demo.visits.traffic import Traffic
from services.demo.year import LENGTH, busyness, moment_of
from services.reservations.transitions import HOUSEHOLD

FULL_PARK = 620
"""Number of households at which the last ones find the park full."""
_IN_BULK = frozenset({"verify_deposit", "invite", "contract", "activate", "expire"})
"""Operations clerks perform in bulk in the morning; the others are done one by one."""
_ENTERS_THE_LIST = 0.7
_TELEPHONE_DAY = 2
"""On Wednesdays clerks telephone whom no mail reaches."""
_MISTYPED = 61
"""One household in this many gives an address that does not exist."""
_UNCONFIRMED = timedelta(days=12)
"""Shorter than the deadline, so that no place lapses."""
_CONFIRMED = timedelta(days=17)
"""Until the park is confirmed; the first contracts are offered a day later."""
_MINUTE = timedelta(minutes=1)
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_STAYING = [OUTCOMES[name] for name in ("waits", "checked", "never_answers", "contracted")]

Act = Callable[[], object]


class Story:
    """An agenda of timed actions; an action may schedule further ones."""

    def __init__(self, scene: Scene, size: int, start: datetime) -> None:
        self._scene = scene
        self._size = size
        self._start = start
        self._end = start + LENGTH
        self._traffic = Traffic(start.date(), size / FULL_PARK, scene.random)
        self._agenda: list[tuple[datetime, int, Act]] = []
        self._order = count()
        self._bulk: dict[tuple[datetime, str], list[int]] = defaultdict(list)
        self._outcomes = list(OUTCOMES.values())
        """The first households get each outcome once, the longest first so that there is time for it."""

    def tell(self, is_told: Callable[[], object]) -> None:
        """Run from the first day to the last; calls `is_told` after each day of `LENGTH`."""
        self._set_the_scene()
        for number, moment in enumerate(self._arrivals()):
            self._at(moment, partial(self._arrive, number))
        for days in range(LENGTH.days):
            end = self._start + (days + 1) * _DAY
            while self._agenda and self._agenda[0][0] < end:
                moment, _, act = heapq.heappop(self._agenda)
                self._scene.clock.move_to(moment)
                act()
            self._end_of_day((end - _HOUR).date())
            is_told()
        self._scene.clock.move_to(self._end)

    def _end_of_day(self, day: date) -> None:
        """Run the jobs once a day instead of every few seconds, so that the simulation takes only a minute."""
        self._scene.run_jobs()
        own_pages.answer_offers(self._scene)
        if day.weekday() == _TELEPHONE_DAY:
            desk_work.telephone_refused(self._scene)
        self._scene.visits.add(self._traffic.lookers(day, self._scene.codes))

    def _at(self, moment: datetime, act: Act) -> None:
        """Schedule an action; anything after the end is dropped."""
        if moment < self._end:
            heapq.heappush(self._agenda, (moment, next(self._order), act))

    def _set_the_scene(self) -> None:
        scene = self._scene
        self._at(self._start, partial(desk_work.block_spots, scene))
        self._at(self._start + _CONFIRMED, partial(desk_work.confirm_park, scene))
        self._at(self._start + 30 * _DAY, partial(desk_work.release_spot, scene))
        self._at(self._start + 40 * _DAY, self._open_second_park)
        marketers.plan(scene, self._start, self._at)
        for case in CASES:
            self._at(self._end - case.days_before * _DAY + _HOUR, partial(declare, scene, case))
        self._at(self._end - 6 * _DAY, partial(desk_work.invite_colleagues, scene))
        checks = partial(own_pages.check_cards, scene, ("paid", "refused", "hanging", "not_confirmed", "paid", ""))
        self._at(self._end - 30 * _HOUR, checks)
        self._at(self._end - _MINUTE, partial(own_pages.check_cards, scene, ("unconfirmed",)))
        order = partial(own_pages.order_contracts, scene)
        for days in (120, 95, 70, 45, 20):
            self._at(self._end - days * _DAY, partial(order, 3, in_instalments=False))
        self._at(self._end - 62 * _DAY, partial(bank.connect_park, scene))
        for days in (80, 50, 28, 3):
            self._at(self._end - days * _DAY, partial(bank.read_statement, scene, is_last=days == 3))
        self._at(self._end - 33 * _DAY, partial(own_pages.lose_and_change_accounts, scene))
        self._at(self._end - 2 * _DAY, partial(order, 4, in_instalments=True))
        self._at(self._end - _DAY, partial(desk_work.decide_instalments, scene))
        self._at(self._end - 2 * _DAY, partial(desk_work.transfer_contract, scene))
        plan_messages(scene, self._end, self._at)

    def _arrivals(self) -> list[datetime]:
        """Arrival times following the seasonal pattern, plus some in the last two days."""
        random, last = self._scene.random, LENGTH.days
        recent = max(self._size // 50, 1)
        days = [self._start.date() + day * _DAY for day in range(last - 1)]
        pace = [busyness(day, days[0]) for day in days]
        drawn = random.choices(days, pace, k=self._size - recent) + random.choices(days[-2:], k=recent)
        return sorted(min(max(moment_of(day, random), self._start), self._end - _HOUR) for day in drawn)

    def _outcome(self, number: int, source: Source) -> Outcome:
        if number < len(self._outcomes):
            return self._outcomes[number]
        weights = [outcome.loose if source.is_loose else outcome.weight for outcome in self._outcomes]
        return self._scene.random.choices(self._outcomes, weights)[0]

    def _arrive(self, number: int) -> None:
        scene = self._scene
        approach = self._traffic.approach(scene.clock(), scene.codes)
        body = {**scene.households.next(), "touches": [*approach.touches], "touch_consent": approach.consent}
        if number % 37 == 20:
            body["expected_monthly_credit"] += 0.37
        if number % _MISTYPED == 30:
            scene.unknown_mailboxes.add(body["email"])
        scene.visits.add(approach.reports)
        scene.clock.move_to(approach.thanks.at)
        id_ = scene.reserve({**body, "park": PILOT}, approach.thanks.caller.agent)
        if id_ is None:
            self._wait({**body, "park": PILOT})
            return
        scene.visits.add([approach.thanks.thanks()])
        told.say(scene, id_, approach.source)
        self._confirm(id_, number)
        outcome = self._outcome(number, approach.source)
        self._follow(id_, outcome)
        self._plan_desk_work(id_, number, body, outcome)

    def _confirm(self, id_: int, number: int) -> None:
        """Nearly all confirm their address within the hour; of the last days some have not yet, and who mistyped it
        never gets the mail.
        """
        now = self._scene.clock()
        if number % _MISTYPED == 30 or (number % 5 == 4 and now > self._end - _UNCONFIRMED):
            return
        self._at(now + (3 + number % 50) * _MINUTE, partial(own_pages.confirm_address, self._scene, id_))

    def _wait(self, body: dict[str, Any]) -> None:
        """Enter the waiting list; not everybody does."""
        if self._scene.random.random() < _ENTERS_THE_LIST and (entry := own_pages.join_list(self._scene, body)):
            self._scene.waiting[entry] = body

    def _follow(self, id_: int, outcome: Outcome) -> None:
        for days, name in outcome.steps:
            moment = self._scene.clock() + days * _DAY
            if name in _IN_BULK:
                self._in_bulk(moment, name, id_)
            elif name == "decide":
                self._at(moment, partial(self._scene.operate, name, (id_,), HOUSEHOLD))
            elif name == "cancel" and outcome is OUTCOMES["cancelled_by_mistake"]:
                self._at(moment, partial(self._cancel_by_mistake, id_))
            else:
                self._at(moment, partial(self._operate, name, id_))

    def _in_bulk(self, moment: datetime, name: str, id_: int) -> None:
        """Performed together with the same operation for others on that day."""
        morning = moment.astimezone(BERLIN).replace(hour=9, minute=len(name), second=0, microsecond=0)
        if not self._bulk[morning, name]:
            self._at(morning, lambda: self._operate(name, *self._bulk[morning, name]))
        self._bulk[morning, name].append(id_)

    def _operate(self, name: str, *ids: int, **more: Any) -> None:
        self._scene.operate(name, ids, self._scene.clerk(), REASONS.get(name, ""), **more)

    def _cancel_by_mistake(self, id_: int) -> None:
        scene, actor = self._scene, self._scene.clerk()
        performed = scene.operate("cancel", [id_], actor, REASONS["cancel"])
        if performed.operation_id is not None:
            self._at(scene.clock() + 3 * _HOUR, partial(scene.take_back, performed.operation_id, actor))

    def _plan_desk_work(self, id_: int, number: int, body: dict[str, Any], outcome: Outcome) -> None:
        now = self._scene.clock()
        if number % 7 == 3:
            self._at(now + 2 * _DAY, partial(desk_work.write_down, self._scene, id_, number // 7))
        if number % 23 == 5:
            self._at(now + 9 * _DAY, partial(desk_work.correct, self._scene, id_))
        if number % 37 == 20 and number % 2:
            self._at(now + 3 * _DAY, partial(self._operate, "mark_price_checked", id_))
        if number % 17 == 11 and outcome in _STAYING:
            self._at(now + 5 * _HOUR, partial(self._arrive_again, id_, number, body))

    def _arrive_again(self, first: int, number: int, body: dict[str, Any]) -> None:
        """The same household reserves again, with another package."""
        scene = self._scene
        second = scene.reserve({**body, **scene.households.choice(), "touches": [], "park": PILOT})
        if second is None:
            return
        self._confirm(second, 0)
        later = scene.clock() + 20 * _HOUR
        if number // 17 % 3 == 0:
            self._at(later, partial(desk_work.merge_pair, scene, first, second))
        elif number // 17 % 3 == 1:
            self._at(later, partial(self._operate, "mark_not_duplicate", first, second))

    def _open_second_park(self) -> None:
        scene = self._scene
        desk_work.open_second_park(scene)
        bodies = [{**scene.households.next(), "park": SECOND, "touches": []} for _ in range(3)]
        for body in bodies:
            if id_ := scene.reserve(body):
                self._confirm(id_, 0)
        self._at(scene.clock() + 30 * _DAY, partial(desk_work.cancel_second_park, scene))
