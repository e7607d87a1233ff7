"""Saved views of one person, and how a colleague takes them over."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from sqlalchemy import select

from services.reservations.errors import MOST_VIEWS
from services.reservations.models import SavedView
from services.reservations.saved_views.definitions import is_personal
from services.staff.holdings import Holding, Leaving
from services.staff.models import Account, Role

_LONGEST: Final = 80
"""Characters of a name."""


def held(leaving: Leaving) -> Iterator[Holding]:
    """Each view of the account. One that looks for a person is not for marketing."""
    mine = select(SavedView).where(SavedView.owner_id == leaving.account.id).order_by(SavedView.id)
    for view in leaving.session.scalars(leaving.rows(mine)).all():
        hidden = {Role.MARKETING} if is_personal(view.resource, view.definition) else set()
        yield Holding("view", f"view:{view.id}", view.name, frozenset(Role) - hidden, partial(_give, leaving, view))


def _give(leaving: Leaving, view: SavedView, heir: Account) -> bool:
    session = leaving.session
    found = session.scalars(select(SavedView).where(SavedView.owner_id == heir.id)).all()
    theirs = {(one.resource, one.name): one for one in found}
    same = theirs.get((view.resource, view.name))
    if same is not None and (same.definition, same.is_team) == (view.definition, view.is_team):
        session.delete(view)
    elif len(theirs) >= MOST_VIEWS:
        return False
    else:
        view.owner_id, view.name = heir.id, _free_name(view, theirs)
        view.version += 1
        view.updated_at = leaving.now
    session.flush()
    return True


def _free_name(view: SavedView, theirs: dict[tuple[str, str], SavedView]) -> str:
    name, number = view.name, 1
    while (view.resource, name) in theirs:
        number += 1
        ending = f" ({number})"
        name = f"{view.name[: _LONGEST - len(ending)]}{ending}"
    return name
