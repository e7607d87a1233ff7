"""Names of audit log subjects, and search for them.

The log itself contains only ids. Names are read when the log is viewed, as far as the viewer's role may see them: after
an erasure there are none.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from pydantic import BaseModel
from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.models import Campaign
from services.core.db.db import Database
from services.core.fields import LARGEST
from services.core.folding import fold
from services.mail.models import Mail
from services.messages.sent.mails import search
from services.parks.names import park_labels
from services.reservations.desk.show import Viewer, rows_of
from services.reservations.listing.filters import ListFilters
from services.reservations.listing.pages import Slice, page_of
from services.reservations.listing.search_text import catch_up
from services.staff.models import Account

_MOST_OF_A_KIND = 6


class SubjectOut(BaseModel):
    """What an entry is about: `name` is a reference, or what a park, mail, account or campaign is called."""

    subject: str
    name: str
    household: str | None


def named(session: Session, subjects: Iterable[str], viewer: Viewer) -> Mapping[str, SubjectOut]:
    """Those subjects that have a name and still exist."""
    by_kind: dict[str, list[str]] = defaultdict(list)
    for subject in set(subjects):
        kind, _, key = subject.partition(":")
        by_kind[kind].append(key)
    found = {}
    for kind in by_kind.keys() & _NAMES.keys():
        for known, name, household in _NAMES[kind](session, by_kind[kind], viewer):
            subject = f"{kind}:{known}"
            found[subject] = SubjectOut(subject=subject, name=name, household=household)
    return found


def suggestions(db: Database, text: str, viewer: Viewer) -> list[SubjectOut]:
    """Subjects matching a reference, a name or a number; or `reservation:17`, as written in the log."""
    typed = text.strip()
    catch_up(db)
    with db.read() as session:
        exact = named(session, [typed], viewer)
        if exact:
            return list(exact.values())
        rows = session.execute(select(Account.id, Account.name).order_by(Account.name))
        accounts = [f"account:{id_}" for id_, name in rows if fold(typed) in fold(name)][:_MOST_OF_A_KIND]
        subjects = [*_by_number(typed), *_parks(session, typed), *accounts]
        subjects += [*_mails(session, typed), *_reservations(session, typed)]
        found = named(session, subjects, viewer)
    return [found[subject] for subject in dict.fromkeys(sorted(subjects, key=_rank)) if subject in found]


_KINDS = ("reservation", "park", "mail", "account")


def _rank(subject: str) -> int:
    return _KINDS.index(subject.partition(":")[0])


def _by_number(typed: str) -> list[str]:
    number = typed.removeprefix("#")
    return [f"reservation:{int(number)}", f"mail:{int(number)}"] if _is_id(number) else []


def _reservations(session: Session, typed: str) -> list[str]:
    page = page_of(session, ListFilters(q=typed), Slice(per_page=_MOST_OF_A_KIND))
    return [f"reservation:{id_}" for id_ in page.ids]


def _parks(session: Session, typed: str) -> list[str]:
    return [f"park:{id_}" for id_, label in park_labels(session).items() if fold(typed) in fold(label.name)]


def _mails(session: Session, typed: str) -> list[str]:
    query = select(Mail.id).where(search(session, typed)).order_by(Mail.id.desc()).limit(_MOST_OF_A_KIND)
    return [f"mail:{id_}" for id_ in session.scalars(query)]


_Names = Iterable[tuple[object, str, str | None]]
"""Key, name and, where it is about one, the household."""


def _named_reservations(session: Session, keys: Sequence[str], viewer: Viewer) -> _Names:
    for row in rows_of(session, _ids(keys), viewer):
        name = " ".join(filter(None, [row.first_name, row.last_name]))
        yield row.id, row.reference or row.pseudonym, name or None


def _named_parks(session: Session, keys: Sequence[str], _viewer: Viewer) -> _Names:
    return ((id_, label.name, None) for id_, label in park_labels(session).items() if id_ in keys)


def _named_mails(session: Session, keys: Sequence[str], viewer: Viewer) -> _Names:
    rows = session.scalars(select(Mail).where(Mail.id.in_(_ids(keys)))).all()
    about = named(session, {mail.subject_ref for mail in rows if mail.reservation_id is not None}, viewer)
    for mail in rows:
        reservation = about.get(mail.subject_ref)
        yield mail.id, mail.subject, reservation.household if reservation else None


def _named_rows(table: type[Account | Campaign], session: Session, keys: Sequence[str], _viewer: Viewer) -> _Names:
    rows = session.execute(select(table.id, table.name).where(table.id.in_(_ids(keys))))
    return ((id_, name, None) for id_, name in rows)


_NAMES: Mapping[str, Callable[[Session, Sequence[str], Viewer], _Names]] = {
    "reservation": _named_reservations,
    "park": _named_parks,
    "mail": _named_mails,
    "account": partial(_named_rows, Account),
    "campaign": partial(_named_rows, Campaign),
}


def _ids(keys: Iterable[str]) -> list[int]:
    return [int(key) for key in keys if _is_id(key)]


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 20 and 0 < int(text) <= LARGEST
