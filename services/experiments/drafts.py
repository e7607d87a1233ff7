"""Register, change and delete experiments that have not started."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from services.campaigns import campaigns
from services.core.db.edits import assign, differing
from services.core.fields import Refused
from services.core.inputs import fault_of
from services.experiments.errors import ExperimentFrozen, UnknownExperiment
from services.experiments.inputs import ExperimentEditIn, ExperimentIn, PlanIn
from services.experiments.models import Experiment, Kind, Measure
from services.experiments.slots import SLOTS, Slot, read_text
from services.staff import audit
from services.staff.errors import Stale


def add(session: Session, wanted: ExperimentIn, actor: str, now: datetime) -> Experiment:
    """Write a draft. Raises ValidationProblem, UnknownCampaign."""
    experiment = Experiment(**_values(session, wanted), version=1, created_at=now, created_by=actor)
    session.add(experiment)
    session.flush()
    tell(session, experiment, "added", definition(experiment), actor, now)
    return experiment


def edit(session: Session, experiment_id: int, wanted: ExperimentEditIn, actor: str, now: datetime) -> Experiment:
    """Replace a draft. Raises UnknownExperiment, ExperimentFrozen, Stale, ValidationProblem, UnknownCampaign."""
    experiment = draft(session, experiment_id)
    if experiment.version != wanted.version:
        raise Stale("diesen Versuch", experiment.version)
    changes = differing(experiment, _values(session, wanted))
    if not changes:
        return experiment
    assign(experiment, changes)
    experiment.version += 1
    session.flush()
    tell(session, experiment, "edited", definition(experiment), actor, now)
    return experiment


def remove(session: Session, experiment_id: int, actor: str, now: datetime) -> None:
    """Delete a draft. Raises UnknownExperiment, ExperimentFrozen."""
    experiment = draft(session, experiment_id)
    session.delete(experiment)
    session.flush()
    tell(session, experiment, "removed", definition(experiment), actor, now)


def draft(session: Session, experiment_id: int) -> Experiment:
    """The experiment, locked, if it has not started."""
    experiment = locked(session, experiment_id)
    if experiment.started_at is not None:
        raise ExperimentFrozen
    return experiment


def locked(session: Session, experiment_id: int) -> Experiment:
    """The experiment, locked until the commit; UnknownExperiment."""
    experiment = session.get(Experiment, experiment_id, with_for_update=True, populate_existing=True)
    if experiment is None:
        raise UnknownExperiment
    return experiment


def find(session: Session, experiment_id: int) -> Experiment:
    """The experiment; UnknownExperiment."""
    experiment = session.get(Experiment, experiment_id)
    if experiment is None:
        raise UnknownExperiment
    return experiment


def slot_of(key: str | None) -> Slot:
    """A text of the site by its key; ValidationProblem."""
    with fault_of("slot"):
        if key is None or key not in SLOTS:
            raise Refused("unknown_choice", "Bitte wählen Sie einen Text der Website.")
        return SLOTS[key]


def check_measure(wanted: PlanIn) -> None:
    """ValidationProblem unless what differs can be measured by it."""
    has_visits, is_visited = wanted.kind is Kind.PAGE, wanted.measure is Measure.FORM_STARTS
    with fault_of("measure"):
        if has_visits and wanted.measure is Measure.CONTRACTS:
            raise Refused(
                "unknown_choice", "Von einem Besuch führt nichts zum Vertrag. Bitte wählen Sie ein anderes Maß."
            )
        if is_visited and not has_visits:
            raise Refused("unknown_choice", "Kampagnen werden hier an Reservierungen oder Verträgen gemessen.")


def _values(session: Session, wanted: ExperimentIn) -> dict[str, Any]:
    """The columns of a draft: only those that its kind has."""
    shared = {name: getattr(wanted, name) for name in ("question", "effect_percent")}
    check_measure(wanted)
    shared |= {"kind": wanted.kind.value, "measure": wanted.measure.value}
    if wanted.kind is Kind.PAGE:
        slot = slot_of(wanted.slot)
        with fault_of("text"):
            text = read_text(slot, wanted.text or "")
        return {**shared, "slot": wanted.slot, "text": text, "campaign_id": None, "weeks": None}
    with fault_of("campaign_id"):
        if wanted.campaign_id is None:
            raise Refused("missing", "Bitte wählen Sie die Kampagne, um die es geht.")
    campaigns.find(session, wanted.campaign_id)
    return {**shared, "slot": None, "text": None, "campaign_id": wanted.campaign_id, "weeks": wanted.weeks}


def definition(experiment: Experiment) -> dict[str, Any]:
    """What the log tells of it. Not its question and text: they are typed, and the log cannot forget."""
    names = ("kind", "measure", "slot", "campaign_id", "effect_percent", "weeks")
    return {name: getattr(experiment, name) for name in names}


def tell(
    session: Session, experiment: Experiment, what: str, details: Mapping[str, Any], actor: str, now: datetime
) -> None:
    """Write into the audit log."""
    event = audit.Event(actor, f"experiment.{what}", f"experiment:{experiment.id}", dict(details))
    audit.append(session, [event], now)
