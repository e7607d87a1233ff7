"""The doctor's report as lines for a terminal or a pipe, and as JSON for programs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Final, Literal

from services.checks.doctor.settings_words import ToldSetting
from services.checks.finding import TITLES, WORST_FIRST, Finding, Level, worst
from services.core.german import counted, long_moment

EXIT_CODES: Final = {Level.OK: 0, Level.HINT: 1, Level.FAULT: 2}
"""What the command ends with."""

Style = Literal["plain", "title", "fault", "hint", "ok", "quiet"]
_MARKS: Final[dict[Level, tuple[str, Style]]] = {
    Level.FAULT: ("FEHLER ", "fault"),
    Level.HINT: ("Hinweis", "hint"),
    Level.UNKNOWN: ("–      ", "quiet"),
    Level.OK: ("ok     ", "ok"),
}


@dataclass(frozen=True, slots=True)
class Report:
    """What the doctor found. `mail`: the result of the test mail, if one was wanted."""

    at: datetime
    findings: Sequence[Finding] = ()
    settings: Sequence[ToldSetting] = ()
    mail: tuple[Level, str] | None = None

    @property
    def level(self) -> Level:
        """The worst of it all."""
        if self.settings or (self.mail and self.mail[0] is Level.FAULT):
            return Level.FAULT
        return worst(self.findings)

    @property
    def exit_code(self) -> int:
        """0: all is in order, 1: hints, 2: faults."""
        return EXIT_CODES[self.level]


Line = tuple[str, Style]


def lines(report: Report) -> Iterator[Line]:
    """The report line by line, each with the style it has at a terminal."""
    yield f"Voltigo, Befund vom {long_moment(report.at)}", "title"
    if report.settings:
        yield from _of_settings(report.settings)
    looked = [finding for finding in report.findings if finding.level is not Level.UNKNOWN]
    by_group = groupby(looked, key=lambda finding: finding.check.group)
    for group, found in by_group:
        yield "", "plain"
        yield TITLES[group], "title"
        for finding in sorted(found, key=lambda one: WORST_FIRST.index(one.level)):
            yield from _of_finding(finding)
    yield from _of_unknown(report.findings)
    if report.mail:
        yield "", "plain"
        yield "Testmail", "title"
        mark, style = _MARKS[report.mail[0]]
        yield f"  {mark}  {report.mail[1]}", style
    yield "", "plain"
    yield _sum(report), "title"


def _of_settings(found: Sequence[ToldSetting]) -> Iterator[Line]:
    yield "", "plain"
    yield "Einstellungen", "title"
    for setting in found:
        yield f"  FEHLER   {setting.words}", "fault"
        if setting.helps:
            yield f"           {setting.helps}", "plain"
    yield "", "plain"
    yield "Voltigo startet so nicht. Alles Weitere lässt sich erst prüfen, wenn die Einstellungen stimmen.", "plain"


def _of_unknown(findings: Sequence[Finding]) -> Iterator[Line]:
    unknown = [finding for finding in findings if finding.level is Level.UNKNOWN]
    if not unknown:
        return
    yield "", "plain"
    yield "Nicht geprüft", "title"
    for words in dict.fromkeys(finding.words for finding in unknown):
        titles = [finding.check.title for finding in unknown if finding.words == words]
        yield f"  –        {', '.join(titles)}: {words}", "quiet"


def _of_finding(finding: Finding) -> Iterator[Line]:
    mark, style = _MARKS[finding.level]
    yield f"  {mark}  {finding.check.title}: {finding.words}", style
    if finding.level in (Level.FAULT, Level.HINT):
        yield f"           Was hilft: {finding.helps}", "plain"


def _sum(report: Report) -> str:
    counts = Counter(finding.level for finding in report.findings)
    counts[Level.FAULT] += len(report.settings) + bool(report.mail and report.mail[0] is Level.FAULT)
    if not counts[Level.FAULT] and not counts[Level.HINT]:
        return "Alles ist in Ordnung."
    hints = counted(counts[Level.HINT], "Hinweis", "Hinweise")
    return f"{counts[Level.FAULT]} Fehler, {hints}, {counts[Level.OK]} in Ordnung."


def as_json(report: Report) -> dict[str, Any]:
    """The same for programs."""
    return {
        "status": report.level.value,
        "at": report.at.isoformat(),
        "settings": [{"name": one.name, "words": one.words, "helps": one.helps} for one in report.settings],
        "findings": [
            {
                "name": finding.check.name,
                "group": finding.check.group.value,
                "title": finding.check.title,
                "level": finding.level.value,
                "words": finding.words,
                "helps": finding.helps,
                "at": finding.at.isoformat(),
            }
            for finding in report.findings
        ],
        "test_mail": {"level": report.mail[0].value, "words": report.mail[1]} if report.mail else None,
    }
