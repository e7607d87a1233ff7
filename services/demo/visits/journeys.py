"""Simulates visits: pages opened, progress in the form, and the calls the site makes about them.

Pure, given the random generator. A report is the body of a visit call with its time and its caller.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

from services.demo.visits.sources import BOT_AGENTS, HOUSEHOLD_AGENTS, PAGES, Source, Touch

_STEPS: Final = ("form_started", "step_2", "step_3", "step_4")
_CALCULATOR, _FORM, _THANKS = "/solar-gutschriftsrechner", "/reservierung", "/reservierung/danke"
_CALCULATOR_USE = 0.6
"""Share of those opening the calculator who use it."""
_ANSWERS: Final = (("yes", 47), ("no", 24), ("unanswered", 29))
"""Answers of campaign visitors to the consent question, in per cent."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Address and browser of a call. The addresses are those reserved for documentation."""

    address: str
    agent: str


@dataclass(frozen=True, slots=True)
class Report:
    """One visit call of the site."""

    at: datetime
    caller: Caller
    body: dict[str, Any]


def caller(random: Random) -> Caller:
    """A home user."""
    if random.random() < 0.3:
        address = f"2001:db8:{random.randrange(1, 65536):x}:{random.randrange(1, 65536):x}::1"
    else:
        network = random.choice(("192.0.2", "198.51.100", "203.0.113"))
        address = f"{network}.{random.randrange(1, 255)}"
    return Caller(address, random.choice(HOUSEHOLD_AGENTS))


def bot(random: Random) -> Caller:
    """A bot that opens pages."""
    return Caller(f"203.0.113.{random.randrange(1, 30)}", random.choice(BOT_AGENTS))


def touch_of(source: Source, random: Random) -> Touch:
    """The tags of one arrival; a source may be spelled in several ways."""
    weights = [weight for weight, _ in source.spellings]
    return random.choices([touch for _, touch in source.spellings], weights)[0]


def answer_to(touch: Touch, random: Random) -> str:
    """The visitor's answer to the consent question, which only campaign links ask."""
    if not any(value for name, value in touch.items() if name != "referrer_host"):
        return "not_asked"
    return random.choices([word for word, _ in _ANSWERS], [weight for _, weight in _ANSWERS])[0]


@dataclass(slots=True)
class Walk:
    """One visit: visitor, time, source and consent answer. Each method continues it and yields the calls."""

    at: datetime
    caller: Caller
    touch: Touch
    landing: str
    answer: str
    random: Random
    asked: str = "not_asked"
    arrival: datetime = field(init=False)

    def __post_init__(self) -> None:
        self.arrival = self.at

    def look_around(self, source: Source) -> Iterator[Report]:
        """Land, and continue as far as `source.interest` lets most visitors go."""
        yield from self.land()
        further, *chances = source.interest
        while self._chance(further):
            yield from self.open_page(self.random.choice(PAGES))
        for step, chance in zip(_STEPS, chances, strict=True):
            if not self._chance(chance):
                return
            if step == "form_started":
                yield self._report("page_view", _FORM)
            yield self._report(step, _FORM)

    def land(self) -> Iterator[Report]:
        """The first page, and the consent answer if there is one."""
        self.asked = "not_asked" if self.answer == "not_asked" else "unanswered"
        yield self._report("page_view", self.landing, is_arrival=True)
        if self.answer in ("yes", "no"):
            self.asked = self.answer
            yield self._report("answered", self.landing)

    def open_page(self, path: str) -> Iterator[Report]:
        """One more page; many who open the calculator use it."""
        yield self._report("page_view", path)
        if path == _CALCULATOR and self.random.random() < _CALCULATOR_USE:
            yield self._report("calculator_used", path)

    def fill_in(self) -> Iterator[Report]:
        """The whole form."""
        yield self._report("page_view", _FORM)
        for step in _STEPS:
            yield self._report(step, _FORM)

    def thanks(self) -> Report:
        """The page after a reservation."""
        return self._report("page_view", _THANKS)

    def kept_touch(self) -> dict[str, str]:
        """The touch as stored by the browser and sent with a reservation; `at` is the arrival."""
        return {**self.touch, "landing_path": self.landing, "at": self.arrival.isoformat()}

    def _chance(self, percent: int) -> bool:
        return self.random.random() * 100 < percent

    def _report(self, step: str, path: str, *, is_arrival: bool = False) -> Report:
        if not is_arrival:
            self.at += timedelta(seconds=self.random.randrange(8, 140))
        body = {
            "step": step,
            "path": path,
            "is_arrival": is_arrival,
            "consent": self.asked,
            "touch": {**self.touch, "landing_path": self.landing},
        }
        return Report(self.at, self.caller, body)


def crawl(at: datetime, random: Random) -> Iterator[Report]:
    """A bot crawls the site; now and then one that spams the referrer list."""
    touch = {"referrer_host": "semalt.com"} if random.random() < 0.15 else {}
    walk = Walk(at, bot(random), touch, "/", "not_asked", random)
    yield from walk.land()
    for path in random.sample(PAGES, k=random.randrange(1, 5)):
        yield from walk.open_page(path)
