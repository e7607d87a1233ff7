"""The doctor's report as lines for a terminal or a pipe, and as JSON for programs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from itertools import groupby
from typing import Any, Final, Literal

from services.checks.check import TITLES, WORST_FIRST, Finding, Level, worst
from services.core.german import counted, long_moment
from services.mail.transport import (
    AccountFailure,
    MachineFailure,
    PermanentFailure,
    TemporaryFailure,
    transport_for,
)
from services.settings import Settings
from services.settings_help import SettingFault

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
    settings: Sequence[SettingFault] = ()
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


def _of_settings(found: Sequence[SettingFault]) -> Iterator[Line]:
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


_TEXT: Final = (
    "Guten Tag,\n\ndiese Mail hat „voltigo doctor“ verschickt, um den Mailserver zu prüfen. Kommt sie an, gelingt der "
    "Versand. Zu tun ist nichts.\n"
)
_REASONS: Final[dict[type[Exception], str]] = {
    AccountFailure: "Der Mailserver weist unser Konto oder den Absender ab.",
    PermanentFailure: "Der Mailserver nimmt die Mail an diese Adresse nicht an.",
    TemporaryFailure: "Der Mailserver ist nicht erreichbar oder nimmt gerade nichts an.",
    MachineFailure: "Diesem Rechner fehlen offene Dateien oder Speicher, um die Mail zu verschicken.",
    ValueError: "Das ist keine Adresse, an die sich etwas schicken lässt.",
}


def send_test_mail(settings: Settings, to: str) -> tuple[Level, str]:
    """Hand a test mail to the server; the answer of the server is not repeated, since it quotes the address."""
    if not settings.smtp_url:
        return Level.FAULT, "Es ist kein Mailserver eingetragen, weder in der Konsole noch als VOLTIGO_SMTP_URL."
    try:
        transport_for(settings.smtp_url, settings.data_dir).send(_message(settings, to))
    except tuple(_REASONS) as error:
        reason = next(words for kind, words in _REASONS.items() if isinstance(error, kind))
        return Level.FAULT, reason
    return Level.OK, "Der Mailserver hat sie angenommen. Sehen Sie nach, ob sie ankommt, auch unter Spam."


def _message(settings: Settings, to: str) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"] = settings.mail_from, to
    message["Subject"] = "Testmail von Voltigo"
    message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=settings.mail_from.rpartition("@")[2][:-1])
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "DR, RN, NRN, OOF, AutoReply"
    message.set_content(_TEXT)
    return message
