"""Request and response schemas of the set-up checks."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BaseModel

from services.core.contact_details import EmailAddress
from services.core.inputs import Body, CalendarDay, Line, Needed, Otherwise
from services.setup_checks.checks import CONFIRMED_BY_WORD
from services.setup_checks.recheck import Standing
from services.setup_checks.result import CheckName, State


class CheckStepOut(BaseModel):
    """One step of the last connection. `pending`: the step before it fails, or an administrator has to confirm it."""

    label: str
    state: Literal["ok", "open", "pending"]
    words: str
    milliseconds: int | None


class SetupCheckOut(BaseModel):
    """One check as of now. `checked_at`: when the server last connected, null before that; `path`: the page of the
    console that puts it right.
    """

    name: CheckName
    title: str
    state: Literal["ok", "open"]
    words: str
    setting: str
    advice: str
    path: str | None
    steps: list[CheckStepOut]
    checked_at: datetime | None
    can_connect: bool
    is_confirmed_by_word: bool
    confirmed_at: datetime | None
    confirmed_by_name: str | None


class SetupChecksOut(BaseModel):
    """Every check in the order of the page. `mails_become_files`: there is no mail server, so no test mail either."""

    data: list[SetupCheckOut]
    open: int
    mails_become_files: bool


class RecheckIn(Body):
    """Which check to run again; null: every one."""

    name: Annotated[CheckName | None, Otherwise(None)] = None


class TestMailIn(Body):
    """Where the test mail goes."""

    email: Annotated[EmailAddress, Needed("Bitte geben Sie an, wohin die Testmail gehen soll.")]


class ArrivedIn(Body):
    """The code of the test mail."""

    code: Annotated[str, Line(20), Needed("Bitte tragen Sie den Code aus der Testmail ein.")]


class BackupIn(Body):
    """The day of the last backup that was tried out."""

    done_on: Annotated[date, CalendarDay, Needed("Bitte geben Sie den Tag der letzten Sicherung an.")]


class KeyIn(Body):
    """The end of the backup key, read from its copy."""

    end: Annotated[str, Line(60), Needed("Bitte geben Sie die letzten sechs Zeichen Ihrer Abschrift ein.")]


def checks_out(found: Sequence[Standing], names: Mapping[str, str], *, mails_become_files: bool) -> SetupChecksOut:
    """The page; `names` of accounts by actor."""
    data = [_check_out(standing, names) for standing in found]
    still_open = sum(one.state == "open" for one in data)
    return SetupChecksOut(data=data, open=still_open, mails_become_files=mails_become_files)


def _check_out(standing: Standing, names: Mapping[str, str]) -> SetupCheckOut:
    check, result, confirmed = standing.check, standing.result, standing.confirmed
    return SetupCheckOut(
        name=check.name,
        title=check.title,
        state="ok" if result.state is State.OK else "open",
        words=result.words,
        setting=check.setting,
        advice=check.advice,
        path=check.path,
        steps=[
            CheckStepOut(label=step.label, state=step.state.value, words=step.words, milliseconds=step.milliseconds)
            for step in result.steps
        ],
        checked_at=standing.checked_at,
        can_connect=check.probe is not None,
        is_confirmed_by_word=check.name in CONFIRMED_BY_WORD,
        confirmed_at=confirmed.confirmed_at if confirmed else None,
        confirmed_by_name=names.get(confirmed.confirmed_by or "") if confirmed else None,
    )
