"""Shows a running experiment's variants: which of the prepared pages a request is answered with.

The arm follows from the number that visits are counted by, so nothing is stored on the device and a visitor meets the
same arm on every page of a day. Declared bots get the pages as they are. While an experiment runs, pages are private:
no cache between us and the visitor may hand one arm to everybody.
"""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from services.experiments.assignment import Arm, arm_of
from services.experiments.running import ShownExperiment

ARMS: Final[tuple[Arm, ...]] = ("a", "b")


@dataclass(frozen=True, slots=True)
class Variant:
    """One arm of a running experiment."""

    experiment: ShownExperiment
    arm: Arm

    @property
    def key(self) -> str:
        """How the page names it in its reports: `12:b`."""
        return f"{self.experiment.id}:{self.arm}"

    def for_scripts(self) -> Mapping[str, Any]:
        """What scripts read from the page's settings. Arm A has no texts: it is the page as it was built."""
        texts = {self.experiment.slot: list(self.experiment.lines)} if self.arm == "b" else {}
        return {"variant": self.key, "texts": texts}

    def edited(self, page: str) -> str:
        """The page with this arm's text in the places that are marked for it."""
        if self.arm == "a":
            return page
        return _marked(self.experiment.slot).sub(self._replaced, page)

    def _replaced(self, found: re.Match[str]) -> str:
        line = int(found["line"])
        text = self.experiment.lines[line] if line < len(self.experiment.lines) else ""
        return f"{found['opening']}{html.escape(text)}{found['closing']}"


def variants_of(experiment: ShownExperiment) -> Mapping[Arm, Variant]:
    """Both arms."""
    return {arm: Variant(experiment, arm) for arm in ARMS}


def arm_for(experiment: ShownExperiment, visitor: int | None) -> Arm | None:
    """The arm of a visitor; None for a declared bot."""
    return None if visitor is None else arm_of(experiment.seed, visitor)


def _marked(slot: str) -> re.Pattern[str]:
    """An element of the slot with nothing but text in it."""
    return re.compile(
        rf'(?P<opening><(?P<tag>[a-z0-9]+)[^>]*\sdata-slot="{slot}\.(?P<line>\d)"[^>]*>)[^<]*(?P<closing></(?P=tag)>)'
    )
