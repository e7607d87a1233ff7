"""Five months of reservations and of the work with them, told through the product's own use cases.

The same randomness tells the same story; what the product itself draws (references, tokens) differs each time.
"""

import heapq
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from typing import Any

from services.core.clock import BERLIN
from services.demo import desk_work
from services.demo.desk_work import PILOT, SECOND
from services.demo.fates import FATES, REASONS, Fate
from services.demo.scene import Scene
from services.reservations.release import release_due

LENGTH = timedelta(days=150)
_IN_BULK = frozenset({"verify_deposit", "invite", "contract", "activate", "expire"})
"""What clerks do to many at once, in the morning; the rest they do one by one."""
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)

Act = Callable[[], object]


class Story:
    """An agenda of acts, each at its moment; an act may put further ones on it."""

    def __init__(self, scene: Scene, size: int, start: datetime) -> None:
        self._scene = scene
        self._size = size
        self._start = start
        self._end = start + LENGTH
        self._agenda: list[tuple[datetime, int, Act]] = []
        self._order = count()
        self._bulk: dict[tuple[datetime, str], list[int]] = defaultdict(list)
        self._fates = self._drawn_fates()

    def tell(self, is_told: Callable[[], object]) -> None:
        """From the first day to the last; calls `is_told` after each household's arrival."""
        self._set_the_scene()
        for number, moment in enumerate(self._arrivals()):
            self._at(moment, partial(self._arrive, number, is_told))
        day = self._start.date()
        while self._agenda:
            moment, _, act = heapq.heappop(self._agenda)
            if moment.date() > day:
                day = moment.date()
                self._end_of_day()
            self._scene.clock.move_to(moment)
            act()
        self._end_of_day()
        self._scene.clock.move_to(self._end)

    def _end_of_day(self) -> None:
        """What the jobs do, once a day instead of every few seconds: the story is to be told in half a minute."""
        self._scene.deliver()
        release_due(self._scene.db, self._scene.clock)

    def _at(self, moment: datetime, act: Act) -> None:
        """What would come after the end never happens."""
        if moment < self._end:
            heapq.heappush(self._agenda, (moment, next(self._order), act))

    def _set_the_scene(self) -> None:
        scene = self._scene
        self._at(self._start, partial(desk_work.block_spots, scene))
        self._at(self._start + 30 * _DAY, partial(desk_work.release_spot, scene))
        self._at(self._start + 40 * _DAY, self._open_second_park)
        self._at(self._end - 6 * _DAY, partial(desk_work.invite_colleagues, scene))

    def _arrivals(self) -> list[datetime]:
        """More and more as word goes round, some in the last two days; from seven in the morning to eleven at night."""
        random, last = self._scene.random, LENGTH.days
        recent = max(self._size // 50, 1)
        days = [random.triangular(0, last, 0.9 * last) for _ in range(self._size - recent)]
        days += [random.uniform(last - 1, last) for _ in range(recent)]
        return [self._on_day(int(day), 7, 23) for day in sorted(days)]

    def _on_day(self, day: int, first_hour: int, last_hour: int) -> datetime:
        midnight = (self._start + day * _DAY).astimezone(BERLIN).replace(hour=0, minute=0, second=0, microsecond=0)
        seconds = self._scene.random.randrange(first_hour * 3600, last_hour * 3600)
        return min(max(midnight + timedelta(seconds=seconds), self._start), self._end - _HOUR)

    def _drawn_fates(self) -> list[Fate]:
        """Each at least once, the longest first so that there is time for it; then as often as they weigh."""
        every = list(FATES.values())
        weights = [fate.weight for fate in every]
        return every + self._scene.random.choices(every, weights, k=max(self._size - len(every), 0))

    def _arrive(self, number: int, is_told: Act) -> None:
        scene = self._scene
        body = scene.households.next()
        body["touches"] = scene.households.touches(self._visit_times())
        if number % 37 == 20:
            body["expected_monthly_credit"] += 0.37
        if number % 61 == 30:
            scene.unknown_mailboxes.add(body["email"])
        id_ = scene.reserve({**body, "park": PILOT})
        if id_ is not None:
            self._follow(id_, self._fates[number])
            self._plan_desk_work(id_, number, body)
        is_told()

    def _visit_times(self) -> list[str]:
        """One to three visits in the two weeks before."""
        random, now = self._scene.random, self._scene.clock()
        hours = sorted((random.uniform(0, 14 * 24) for _ in range(random.randrange(0, 3))), reverse=True)
        return [(now - hour * _HOUR).isoformat() for hour in [*hours, 0.1]]

    def _follow(self, id_: int, fate: Fate) -> None:
        for days, name in fate.steps:
            moment = self._scene.clock() + days * _DAY
            if name in _IN_BULK:
                self._in_bulk(moment, name, id_)
            elif name == "cancel" and fate is FATES["cancelled_by_mistake"]:
                self._at(moment, partial(self._cancel_by_mistake, id_))
            else:
                self._at(moment, partial(self._operate, name, id_))

    def _in_bulk(self, moment: datetime, name: str, id_: int) -> None:
        """Together with everything else of that day."""
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

    def _plan_desk_work(self, id_: int, number: int, body: dict[str, Any]) -> None:
        now = self._scene.clock()
        if number % 7 == 3:
            self._at(now + 2 * _DAY, partial(desk_work.write_down, self._scene, id_, number // 7))
        if number % 23 == 5:
            self._at(now + 9 * _DAY, partial(desk_work.correct, self._scene, id_))
        if number % 37 == 20 and number % 2:
            self._at(now + 3 * _DAY, partial(self._operate, "mark_price_checked", id_))
        if number % 17 == 11 and self._fates[number].weight >= FATES["waits"].weight:
            self._at(now + 5 * _HOUR, partial(self._arrive_again, id_, number, body))

    def _arrive_again(self, first: int, number: int, body: dict[str, Any]) -> None:
        """The same household once more, with another package."""
        scene = self._scene
        second = scene.reserve({**body, **scene.households.choice(), "touches": [], "park": PILOT})
        if second is None:
            return
        later = scene.clock() + 20 * _HOUR
        if number // 17 % 3 == 0:
            self._at(later, partial(desk_work.merge_pair, scene, first, second))
        elif number // 17 % 3 == 1:
            self._at(later, partial(self._operate, "mark_not_duplicate", first, second))

    def _open_second_park(self) -> None:
        scene = self._scene
        desk_work.open_second_park(scene)
        bodies = [{**scene.households.next(), "park": SECOND, "touches": []} for _ in range(3)]
        ids = [id_ for body in bodies if (id_ := scene.reserve(body)) is not None]
        self._at(scene.clock() + 30 * _DAY, partial(desk_work.cancel_reservations_of_second_park, scene, ids))
