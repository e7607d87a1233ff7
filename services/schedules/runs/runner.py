"""Runs a schedule: compute, write files, then one transaction that stores all results and queues the mails.

After a crash before that transaction the row is still `running`, the files have no row, and the worker that takes the
run over starts from the beginning. After it, everything is queued and the outbox sends it. There is no
state in between.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Final

import structlog
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session

from services.core import data_folder
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.http.errors import DatabaseUnavailable, Problem
from services.core.job_queue.queue import NotYet
from services.core.storage.installed import files_of
from services.core.storage.storage import Storage, StorageFault
from services.mail.catalogue import to_values
from services.mail.outbox import Leased
from services.mail.rendering import renderer_for
from services.mail.report_letters import ReportArrived
from services.parks.names import park_labels
from services.reports.errors import StoreSilent
from services.reports.kept.high_water import Marks
from services.reports.kept.keep import computed_together
from services.reports.kept.result_file import read_result, write_result
from services.reports.render.verify.differs import ArtefactDiffers
from services.reports.render.verify.files import verify_files
from services.reports.render.verify.mail import verify_mail
from services.reports.run import Question, ReportAnswer, ReportContext
from services.schedules.errors import RunFailed
from services.schedules.gate.waiting import Held, admit
from services.schedules.pack.reports import names_of
from services.schedules.recipients.narrowing import Filters
from services.schedules.runs.claim import ClaimedRun, Ended, begin
from services.schedules.runs.commit_result import Made, MadeReport, Part, PartFailed, finish
from services.schedules.runs.compute import (
    BODY,
    Files,
    NotComputable,
    given_in,
    in_report,
    letter,
    questions_of,
    why_not_sent,
)
from services.schedules.runs.files import discard, keep, rendered, workshop
from services.schedules.runs.parts import last_sent
from services.schedules.runs.run_events import FailedBecause
from services.settings import Settings
from services.store.place import store_of

MOST_ATTACHED_BYTES: Final = 8 * 1024 * 1024
"""Many servers reject larger mails; the files are then downloaded in the console."""
_NOBODY: Final = "pruefung@voltigo.example"
_FAULT: Final = "Bei der Berechnung ist ein Fehler aufgetreten ({kind})."
_DISK: Final = "Die Dateien ließen sich nicht schreiben."
_WAIT: Final = timedelta(minutes=2)
_SILENT: Final = (StorageFault, StoreSilent)
"""The place of the files does not answer: the run waits for it, which is no failure of the schedule."""
_AWAY: Final = (DBAPIError, PoolTimeout, DatabaseUnavailable)
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class ScheduleRunner:
    """What scheduled runs need to be carried out."""

    db: Database
    settings: Settings
    clock: Clock

    def run_slot(self, schedule_id: int, slot: datetime) -> str:
        """Run a slot or a request, or take it over if its worker died; returns the outcome in German.

        Raises RunFailed if it failed permanently, NotYet while it waits for data, and what the database raises if it
        must be tried again.
        """
        claimed = self.db.write(lambda session: begin(session, schedule_id, slot, self.clock()))
        if isinstance(claimed, Ended):
            raise RunFailed(claimed.words)
        return claimed if isinstance(claimed, str) else self._run(self._admitted(claimed))

    def _admitted(self, claimed: ClaimedRun) -> ClaimedRun:
        """The run with what its data lack. Raises NotYet while it waits for them."""
        if claimed.schedule.gate is None:
            return claimed
        found = self.db.write(lambda session: admit(session, claimed, self.clock()))
        if isinstance(found, Held):
            raise found.wait
        return found or claimed  # taken over: then nothing of this attempt is stored

    def _run(self, claimed: ClaimedRun) -> str:
        parts: list[Part] = []
        try:
            for part in self._parts(claimed):
                parts.append(part)
        except BaseException as error:
            self._discard(parts)
            if isinstance(error, _SILENT):
                raise NotYet(_WAIT, StoreSilent.detail) from error
            if isinstance(error, _AWAY) or not isinstance(error, Exception):
                raise  # the queue has it tried again
            parts = [Part(filters, self._failed(claimed, error)) for filters in claimed.narrowings]
        return self._finished(claimed, parts)

    def _parts(self, claimed: ClaimedRun) -> Iterator[Part]:
        """The run and its parts, each made or failed, all on the same rows. Raises where nothing can be computed."""
        now = self.clock()
        wanted = [self._questions(claimed, filters, now) for filters in claimed.narrowings]
        questions = [one for found in wanted if not isinstance(found, NotComputable) for one in found]
        if not questions:
            raise next(one for one in wanted if isinstance(one, NotComputable))
        context = ReportContext(self.db, store_of(self.settings), now)
        marks, answers = computed_together(context, questions)
        for filters, asked in zip(claimed.narrowings, wanted, strict=True):
            own = [asked] if isinstance(asked, NotComputable) else [answers.pop(0) for _ in asked]
            yield Part(filters, self._outcome(claimed, filters, own, marks))

    @staticmethod
    def _questions(claimed: ClaimedRun, filters: Filters | None, now: datetime) -> list[Question] | NotComputable:
        try:
            return questions_of(claimed.schedule, claimed.slot, now, filters)
        except NotComputable as error:
            return error

    def _outcome(
        self, claimed: ClaimedRun, filters: Filters | None, found: Sequence[ReportAnswer | Exception], marks: Marks
    ) -> Made | PartFailed:
        """All reports of a narrowing, or the failure of the first that has one: nothing leaves of half a pack."""
        answers: list[ReportAnswer] = []
        for place, one in enumerate(found):
            if isinstance(one, Exception):
                return self._failed_in(claimed, place, one)
            answers.append(replace(one.lacking(claimed.provisional), given=given_in(claimed.schedule, claimed.owner)))
        try:
            return self._made(claimed, filters, answers, marks)
        except (*_AWAY, *_SILENT):
            raise
        except Exception as error:
            return self._failed(claimed, error)

    def _failed_in(self, claimed: ClaimedRun, place: int, error: Exception) -> PartFailed:
        """The same for one report, which is named where there are several."""
        if isinstance(error, (*_AWAY, *_SILENT)):
            raise error
        failed = self._failed(claimed, error)
        names = names_of(claimed.schedule)
        if len(names) == 1 or isinstance(error, NotComputable):
            return failed
        return replace(failed, error=in_report(names[place], failed.error))

    @staticmethod
    def _failed(claimed: ClaimedRun, error: Exception) -> PartFailed:
        """The failure to report for an error. Messages of unexpected errors may contain values and are left out."""
        match error:
            case NotComputable():
                return PartFailed(str(error), FailedBecause.COMPUTING)
            case ArtefactDiffers():
                log.error("report_differs", run=claimed.run_id)
                return PartFailed(f"{error} Es wurde nichts gesendet.", FailedBecause.DIFFERS)
            case Problem():
                return PartFailed(error.detail, FailedBecause.COMPUTING)
            case OSError():
                log.error("report_not_written", run=claimed.run_id, error=error.strerror)
                return PartFailed(_DISK, FailedBecause.COMPUTING)
        log.error("report_not_computed", run=claimed.run_id, error=type(error).__name__)
        return PartFailed(_FAULT.format(kind=type(error).__name__), FailedBecause.COMPUTING)

    def _made(
        self, claimed: ClaimedRun, filters: Filters | None, answers: Sequence[ReportAnswer], marks: Marks
    ) -> Made:
        unsent = None
        if not claimed.is_test:
            with self.db.read() as session:
                before = last_sent(session, claimed.schedule, filters)
            unsent = why_not_sent(claimed.schedule, answers[0], before, self.clock())
        expires_at = self.clock() + timedelta(days=claimed.schedule.retention_days)
        reports: list[MadeReport] = []
        try:
            for answer in answers:
                # What is written needs no more memory.
                reports.append(MadeReport(replace(answer, tables={}), write_result(self._files, answer)))
            bare = Made(tuple(reports), marks, None, False, expires_at, unsent)
            return bare if unsent is not None else self._with_files(claimed, filters, answers, bare)
        except BaseException:
            with suppress(StorageFault):
                for one in reports:
                    self._files.delete(one.result.path)
            raise

    def _with_files(
        self, claimed: ClaimedRun, filters: Filters | None, answers: Sequence[ReportAnswer], bare: Made
    ) -> Made:
        with self.db.read() as session:
            park_names = {park: label.name for park, label in park_labels(session).items()}
        forms = [form for form in claimed.schedule.formats if form != BODY]
        # Read back from their files: what leaves is compared with what is kept, not with what was meant to be.
        stored = [read_result(self._files, one.result.path, one.result.sha256) for one in bare.reports]
        with workshop(self._files, self.clock()) as folder:
            made = rendered(claimed.schedule.name, answers, forms, folder, park_names)
            verify_files(stored, made)
            kept = tuple(keep(self._files, made))
        try:
            is_attached = sum(file.bytes for file in kept) <= MOST_ATTACHED_BYTES
            files = Files(tuple(file.name for file in kept), is_attached, bare.expires_at, filters)
            mail = letter(self.settings, claimed, answers, files, park_names)
            if BODY in claimed.schedule.formats:
                verify_mail(stored, self._rendered(mail))
        except BaseException:
            discard(self._files, kept)
            raise
        reports = [
            replace(one, artefacts=tuple(file for file in kept if (file.report or 0) == place))
            for place, one in enumerate(bare.reports)
        ]
        return replace(bare, reports=tuple(reports), mail=mail, is_attached=is_attached)

    def _rendered(self, mail: ReportArrived) -> EmailMessage:
        """The mail as it will be sent, without attachments."""
        leased = Leased(0, mail.kind, _NOBODY, to_values(mail), "verified", 1, self.clock())
        return renderer_for(self.settings).message(leased)

    def _finished(self, claimed: ClaimedRun, parts: list[Part]) -> str:
        def unit(session: Session) -> str | None:
            data_folder.hold(session, self._files)
            return finish(session, claimed, parts, self.clock())

        try:
            told = self.db.write(unit)
        except BaseException as error:
            # Also if it is unknown whether the commit succeeded: then the next worker finds it done. Files
            # that may already have a row are left to the sweep.
            if not isinstance(error, _AWAY):
                self._discard(parts)
            if isinstance(error, _SILENT):
                raise NotYet(_WAIT, data_folder.OtherFolder.german) from error
            raise
        if told is None:
            self._discard(parts)
            return "Jemand anderes hat diesen Lauf übernommen."
        if isinstance(parts[0].outcome, PartFailed):
            raise RunFailed(parts[0].outcome.error)
        return told

    def _discard(self, parts: Iterable[Part]) -> None:
        """As far as the place answers; the sweep has the rest."""
        with suppress(StorageFault):
            self._delete_files(parts)

    def _delete_files(self, parts: Iterable[Part]) -> None:
        for part in parts:
            for one in part.outcome.reports if isinstance(part.outcome, Made) else ():
                discard(self._files, one.artefacts)
                self._files.delete(one.result.path)

    @property
    def _files(self) -> Storage:
        return files_of(self.settings)
