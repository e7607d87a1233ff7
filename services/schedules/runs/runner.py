"""Runs a schedule: compute, write files, then one transaction that stores the result and queues the mails.

After a crash before that transaction the row is still `running`, the files have no row, and the worker that takes the
run over starts from the beginning. After it, everything is queued and the outbox sends it. There is no
state in between.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Final

import structlog
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.db.db import Database
from services.core.http.errors import DatabaseUnavailable, Problem
from services.mail.catalogue import to_values
from services.mail.outbox import Leased
from services.mail.rendering import renderer_for
from services.mail.report_letters import ReportArrived
from services.parks.names import park_labels
from services.reports.kept.high_water import Marks
from services.reports.kept.keep import computed
from services.reports.kept.result_file import KeptFile, read_result, write_result
from services.reports.render.files import files_of
from services.reports.render.verify.files import ArtefactDiffers, verify_files
from services.reports.render.verify.mail import verify_mail
from services.reports.run import ReportAnswer, ReportContext
from services.schedules.errors import RunFailed
from services.schedules.runs.claim import ClaimedRun, Ended, begin, fail, held
from services.schedules.runs.commit_result import Made, finish
from services.schedules.runs.compute import (
    BODY,
    Files,
    NotComputable,
    definition_of,
    letter,
    parameters_of,
    why_not_sent,
)
from services.schedules.runs.files import discard, keep, workshop
from services.schedules.runs.run_events import FailedBecause
from services.settings import Settings
from services.store.manifest import store_of

MOST_ATTACHED_BYTES: Final = 8 * 1024 * 1024
"""Many servers reject larger mails; the files are then downloaded in the console."""
_NOBODY: Final = "pruefung@voltigo.example"
_FAULT: Final = "Bei der Berechnung ist ein Fehler aufgetreten ({kind})."
_DISK: Final = "Die Dateien ließen sich nicht schreiben."
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

        Raises RunFailed if it failed permanently, and what the database raises if it must be tried again.
        """
        claimed = self.db.write(lambda session: begin(session, schedule_id, slot, self.clock()))
        if isinstance(claimed, Ended):
            raise RunFailed(claimed.words)
        return claimed if isinstance(claimed, str) else self._run(claimed)

    def _run(self, claimed: ClaimedRun) -> str:
        try:
            made = self._make(claimed)
        except _AWAY:  # the queue has it tried again
            raise
        except NotComputable as error:
            return self._failed(claimed, str(error))
        except ArtefactDiffers as error:
            log.error("report_differs", run=claimed.run_id)
            return self._failed(claimed, f"{error} Es wurde nichts gesendet.", FailedBecause.DIFFERS)
        except Problem as problem:
            return self._failed(claimed, problem.detail)
        except OSError as error:
            log.error("report_not_written", run=claimed.run_id, error=error.strerror)
            return self._failed(claimed, _DISK)
        except Exception as error:
            log.error("report_not_computed", run=claimed.run_id, error=type(error).__name__)
            return self._failed(claimed, _FAULT.format(kind=type(error).__name__))
        return self._finished(claimed, made)

    def _make(self, claimed: ClaimedRun) -> Made:
        schedule, now = claimed.schedule, self.clock()
        definition = definition_of(schedule.report)
        parameters = parameters_of(definition, schedule, claimed.slot, now)
        context = ReportContext(self.db, store_of(self.settings), now)
        marks, answer = computed(context, definition, parameters, None)
        unsent = None if claimed.is_test else why_not_sent(schedule, answer, now)
        result = write_result(self._folder, answer)
        try:
            return self._with_files(claimed, answer, marks, result, unsent)
        except BaseException:
            (self._folder.resolve() / result.path).unlink(missing_ok=True)
            raise

    def _with_files(
        self, claimed: ClaimedRun, answer: ReportAnswer, marks: Marks, result: KeptFile, unsent: str | None
    ) -> Made:
        expires_at = self.clock() + timedelta(days=claimed.schedule.retention_days)
        bare = Made(answer, marks, result, (), None, False, expires_at, unsent)
        if unsent is not None:
            return bare
        with self.db.read() as session:
            park_names = {park: label.name for park, label in park_labels(session).items()}
        forms = [form for form in claimed.schedule.formats if form != BODY]
        # Read back from its file: what leaves is compared with what is kept, not with what was meant to be.
        stored = read_result(self._folder, result.path, result.sha256)
        with workshop(self._folder, self.clock()) as folder:
            made = files_of(answer, forms, folder, park_names)
            verify_files(stored, made)
            kept = tuple(keep(self._folder, made))
        try:
            is_attached = sum(file.bytes for file in kept) <= MOST_ATTACHED_BYTES
            files = Files(tuple(file.name for file in kept), is_attached, expires_at)
            mail = letter(self.settings, claimed, answer, files, park_names)
            if BODY in claimed.schedule.formats:
                verify_mail(stored, self._rendered(mail))
        except BaseException:
            discard(self._folder, kept)
            raise
        return replace(bare, artefacts=kept, mail=mail, is_attached=is_attached)

    def _rendered(self, mail: ReportArrived) -> EmailMessage:
        """The mail as it will be sent, without attachments."""
        leased = Leased(0, mail.kind, _NOBODY, to_values(mail), "verified", 1, self.clock())
        return renderer_for(self.settings).message(leased)

    def _finished(self, claimed: ClaimedRun, made: Made) -> str:
        try:
            told = self.db.write(lambda session: finish(session, claimed, made, self.clock()))
        except BaseException as error:
            # Also if it is unknown whether the commit succeeded: then the next worker finds it done. Files
            # that may already have a row are left to the sweep.
            if not isinstance(error, _AWAY):
                self._discard(made)
            raise
        if told is None:
            self._discard(made)
            return "Jemand anderes hat diesen Lauf übernommen."
        return told

    def _failed(self, claimed: ClaimedRun, error: str, why: FailedBecause = FailedBecause.COMPUTING) -> str:
        def unit(session: Session) -> None:
            run = held(session, claimed)
            if run is not None:
                fail(session, run, error, why, self.clock())

        self.db.write(unit)
        raise RunFailed(error)

    def _discard(self, made: Made) -> None:
        discard(self._folder, made.artefacts)
        (self._folder.resolve() / made.result.path).unlink(missing_ok=True)

    @property
    def _folder(self) -> Path:
        return self.settings.data_dir
