"""How simulated households say they heard of us: most correctly, some guess, some no longer know."""

from random import Random
from typing import Final

from sqlalchemy import select

from services.demo.scene import Scene
from services.demo.visits.sources import Source
from services.reservations.models import Reservation
from services.self_reported_source import question
from services.self_reported_source.answers import CHOICES, OTHER, UNSURE, AnswerKey

_ANSWERS: Final = 0.58
_GUESSES: Final = 0.13
_FORGETS: Final = 0.08
_TRUE_OF: Final[dict[str, AnswerKey]] = {
    "google": "search",
    "www.google.com": "search",
    "duckduckgo.com": "search",
    "zeitung.example": "press",
    "newsletter": "newsletter",
    "stadtwerke": "partner",
    "facebook": "social",
    "instagram": "social",
    "podcast": "podcast",
    "whatsapp": "friends",
    "energieberatung": "partner",
    "freunde24": "friends",
}
"""By the source, site or code of the last visit."""
_UNSEEN: Final[tuple[AnswerKey, ...]] = (
    *("friends",) * 7, *("print",) * 4, *("podcast",) * 4, *("press",) * 2, "assistant", "partner", *("other",) * 4,
)  # fmt: skip
"""What brings people who type the address, or find us by our name."""
_BY_SEARCH: Final = 0.6
"""Of those who came by a search, this many searched for what they need; the others had heard our name."""
_WORDS: Final = (
    "Messe Ingolstadt", "messe ingolstadt", "Energiemesse", "Podcast Stromgespräch", "Vortrag im Pfarrheim",
    "Radtour am Feld vorbei", "Messe Ingolstadt", "Nachbarschaftsgruppe", "Messe Ingolstadt",
)  # fmt: skip


def say(scene: Scene, reservation_id: int, source: Source) -> None:
    """Ask a household after reserving; more than half answer. Has its own random numbers, so that the rest of the year
    does not depend on them.
    """
    random = Random(f"told {reservation_id}")  # noqa: S311 - simulation, not a secret
    given = _answer(random, source) if random.random() < _ANSWERS else None
    words = random.choice(_WORDS) if given == OTHER else ""
    with scene.db.read() as session:
        reservation = session.scalars(select(Reservation).where(Reservation.id == reservation_id)).one()
    scene.write(lambda session, now: question.ask_about(session, reservation, now))
    if given is not None:
        scene.write(lambda session, now: question.keep(session, reservation, given, words, now))


def _answer(random: Random, source: Source) -> AnswerKey:
    luck = random.random()
    if luck < _GUESSES:
        return random.choice(CHOICES)
    if luck < _GUESSES + _FORGETS:
        return UNSURE
    seen = [value.lower() for _, touch in source.spellings for value in touch.values()]
    true = next((_TRUE_OF[value] for value in seen if value in _TRUE_OF), None)
    if true is None or (true == "search" and random.random() > _BY_SEARCH):
        return random.choice(_UNSEEN)
    return true
