"""Tags of reservations: rows of their own, recorded with the reservation's changes as sorted lists of words."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from services.reservations.models import ReservationTag

OPERATIONS = frozenset({"add_tag", "remove_tag"})


def tags_of(session: Session, ids: Sequence[int]) -> dict[int, list[str]]:
    """The tags of each of these reservations, sorted; those without any are missing."""
    found: dict[int, list[str]] = defaultdict(list)
    query = select(ReservationTag.reservation_id, ReservationTag.tag).where(ReservationTag.reservation_id.in_(ids))
    for id_, tag in session.execute(query.order_by(ReservationTag.tag)):
        found[id_].append(tag)
    return dict(found)


def is_unchanged(operation: str, tag: str, tags: Sequence[str]) -> bool:
    """Whether adding or removing `tag` would leave the list as it is."""
    return (tag in tags) is (operation == "add_tag")


def moved(
    session: Session, id_: int, operation: str, tag: str | None, tags: Mapping[int, list[str]]
) -> dict[str, tuple[list[str], list[str]]]:
    """Add or remove one tag, if that is the operation; returns the lists before and after, for the history."""
    if operation not in OPERATIONS or tag is None:
        return {}
    before = tags.get(id_, [])
    after = sorted({*before, tag}) if operation == "add_tag" else [word for word in before if word != tag]
    replace_tags(session, id_, before, after)
    return {"tags": (before, after)}


def replace_tags(session: Session, id_: int, before: Sequence[str], after: Sequence[str]) -> None:
    """Make the rows those of `after`."""
    if gone := set(before) - set(after):
        one = (ReservationTag.reservation_id == id_) & ReservationTag.tag.in_(gone)
        session.execute(delete(ReservationTag).where(one).execution_options(synchronize_session=False))
    session.add_all(ReservationTag(tag=word, reservation_id=id_) for word in sorted(set(after) - set(before)))
