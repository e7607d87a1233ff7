"""Saved views by person, and what becomes of them when they are handed over."""

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.console.errors import MOST_VIEWS
from services.console.views.definitions import is_personal
from services.console.views.models import SavedView
from services.staff.holdings import HandOver, Holding, Outcome, Step, for_change
from services.staff.models import Role

_LONGEST: Final = 80
"""Characters of a name."""


def held(session: Session, _now: datetime) -> Iterator[Holding]:
    """Each saved view."""
    for view in session.scalars(select(SavedView).order_by(SavedView.name, SavedView.id)):
        yield Holding(
            holder=view.owner_id,
            kind="view",
            name=view.name,
            about="Gespeicherte Ansicht",
            path=f"/{view.resource}",
            facts=[("Für", "das ganze Team" if view.is_team else "nur dieses Konto")],
        )


def steps(over: HandOver) -> Iterator[Step]:
    """The steps for each view of the leaver, with the views locked."""
    mine = select(SavedView).where(SavedView.owner_id == over.leaver.id).order_by(SavedView.id)
    locked = over.session.scalars(for_change(mine, over)).all()
    theirs = {
        (view.resource, view.name): view
        for view in over.session.scalars(select(SavedView).where(SavedView.owner_id == over.heir.id))
    }
    for view in locked:
        outcome, words, carry_out = _judged(over, view, theirs)
        yield Step("view", f"view:{view.id}", view.name, outcome, words, {"version": view.version}, carry_out)


def _judged(
    over: HandOver, view: SavedView, theirs: dict[tuple[str, str], SavedView]
) -> tuple[Outcome, str, Callable[[], None] | None]:
    """What becomes of it. `theirs`, by list and name, takes up what moves."""
    heir = over.heir.name
    if over.heir.role == Role.MARKETING.value and is_personal(view.resource, view.definition):
        return "stays", f"Die Ansicht sucht nach einer Person; die Rolle von {heir} darf das nicht. Sie bleibt.", None
    same = theirs.get((view.resource, view.name))
    if same is not None and (same.definition, same.is_team) == (view.definition, view.is_team):
        return "has_it", f"{heir} hat die gleiche Ansicht schon.", partial(over.session.delete, view)
    if len(theirs) >= MOST_VIEWS:
        return "stays", f"{heir} hat schon {MOST_VIEWS} Ansichten, mehr geht nicht. Sie bleibt.", None
    name = _free_name(view, theirs)
    theirs[view.resource, name] = view
    words = f"{heir} bekommt sie." if name == view.name else f"{heir} bekommt sie unter dem Namen „{name}“."
    return "moves", words, partial(_give, over, view, name)


def _free_name(view: SavedView, theirs: dict[tuple[str, str], SavedView]) -> str:
    name, number = view.name, 1
    while (view.resource, name) in theirs:
        number += 1
        ending = f" ({number})"
        name = f"{view.name[: _LONGEST - len(ending)]}{ending}"
    return name


def _give(over: HandOver, view: SavedView, name: str) -> None:
    view.owner_id, view.name = over.heir.id, name
    view.version += 1
    view.updated_at = over.now
    over.session.flush()
