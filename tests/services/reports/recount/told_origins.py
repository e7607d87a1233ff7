"""What households said, counted once more: answers merged, each by hand."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tests.services.reports.recount.asked import Asked, Row, reserved_of, share
from tests.services.reports.recount.world import Reserved, World

Tables = dict[str, list[Row]]
LABELS = {
    "search": "Suche im Internet", "social": "Soziale Medien", "newsletter": "Newsletter",
    "friends": "Freunde oder Nachbarn", "press": "Zeitung oder Nachrichten", "podcast": "Podcast",
    "print": "Plakat oder Flyer", "partner": "Stadtwerke oder Verein", "assistant": "KI-Assistent",
    "broadcast": "Radio", "unsure": "Weiß ich nicht mehr", "other": "Etwas anderes",
}  # fmt: skip
UNSURE = "unsure"
FEWEST = 5


@dataclass(frozen=True, slots=True)
class Said:
    """A household that was asked: its answer, empty for none, and its measured origin."""

    answer: str
    measured: str

    @property
    def label(self) -> str:
        """The answer in words."""
        return LABELS[self.answer]


def told(world: World, asked: Asked) -> Tables:
    """All answers, and those beside what was measured."""
    answered = [one for one in asked_how_heard(world, asked) if one.answer]
    shown = _shown(answered)
    return {
        "answers": list(_answers(answered, shown)),
        "told": list(_cells(answered, shown)),
    }


def asked_how_heard(world: World, asked: Asked) -> list[Said]:
    """Every household that saw the question."""
    return [said for one in reserved_of(world, asked) if (said := _said(world, one, asked)) is not None]


def _said(world: World, one: Reserved, asked: Asked) -> Said | None:
    row = world.told.get(one.row["id"])
    if row is None:
        return None
    answer = UNSURE if row["answer"] == "radio" else row["answer"]
    origin = one.origin(asked.look_back_days)
    measured = {
        "campaign": origin["utm_source"] or "Kampagne ohne Quelle",
        "referrer": origin["referrer_host"],
        "referral": "Empfehlung",
        "direct": "Direkt",
    }[origin["channel"]]
    return Said(answer, measured)


def _shown(answered: list[Said]) -> dict[str, str]:
    """How each label is shown: those of too few households together, but for those who do not know."""
    counts = Counter(one.label for one in answered)
    return {
        label: label if n >= FEWEST or label == LABELS[UNSURE] else "Weitere Antworten" for label, n in counts.items()
    }


def _answers(answered: list[Said], shown: dict[str, str]) -> Iterable[Row]:
    known = sum(one.answer != UNSURE for one in answered)
    for name in set(shown.values()):
        of_it = [one for one in answered if shown[one.label] == name]
        is_unsure = any(one.answer == UNSURE for one in of_it)
        yield {"told": name, "answers": len(of_it), "share_ppm": None if is_unsure else share(len(of_it), known)}


def _cells(answered: list[Said], shown: dict[str, str]) -> Iterable[Row]:
    many = Counter(one.measured for one in answered)
    pairs = Counter(
        (shown[one.label], one.measured if many[one.measured] >= FEWEST else "Weitere Herkünfte") for one in answered
    )
    said, measured = Counter[str](), Counter[str]()
    for (one, other), count in pairs.items():
        said[one] += count
        measured[other] += count
    for (one, other), count in pairs.items():
        row: dict[str, Any] = {"told": one, "measured": other, "answers": count}
        yield row | {"told_ppm": share(count, said[one]), "measured_ppm": share(count, measured[other])}
