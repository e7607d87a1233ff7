"""Names of audit log subjects, and search for them.

The log itself contains only ids. Names are read when the log is viewed, as far as the viewer's role may see them: after
an erasure there are none.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.models import Campaign
from services.console.mails import mails
from services.core.db.db import Database
from services.core.fields import LARGEST
from services.core.folding import fold
from services.mail.models import Mail
from services.parks.names import park_labels
from services.reservations.desk.show import Viewer, rows_of
from services.reservations.listing.filters import ListFilters
from services.reservations.listing.pages import Slice, page_of
from services.reservations.listing.search_text import catch_up
from services.staff.models import Account, Role

_MOST_OF_A_KIND = 6


@dataclass(frozen=True, slots=True)
class Named:
    """A subject's name: a reservation's reference, plus the household for roles that may see it."""

    subject: str
    name: str
    household: str | None = None


def named(session: Session, subjects: Iterable[str], viewer: Viewer) -> Mapping[str, Named]:
    """Those subjects that have a name and still exist."""
    by_kind: dict[str, list[str]] = defaultdict(list)
    for subject in set(subjects):
        kind, _, key = subject.partition(":")
        by_kind[kind].append(key)
    found: dict[str, Named] = {}
    for kind, keys in by_kind.items():
        if kind in _NAMES:
            found |= {one.subject: one for one in _NAMES[kind](session, kind, keys, viewer)}
    return found


def suggestions(db: Database, text: str, viewer: Viewer) -> Sequence[Named]:
    """Subjects matching a reference, a name or a number; or `reservation:17`, as written in the log."""
    typed = text.strip()
    catch_up(db)
    with db.read() as session:
        exact = named(session, [typed], viewer)
        if exact:
            return list(exact.values())
        subjects = [*_by_number(typed), *_parks(session, typed), *_accounts(session, typed)]
        if viewer.role is not Role.MARKETING:  # roles that may not see names must not find them by searching
            subjects += _mails(session, typed)
            subjects += _reservations(session, typed)
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


def _accounts(session: Session, typed: str) -> list[str]:
    rows = session.execute(select(Account.id, Account.name).order_by(Account.name))
    return [f"account:{id_}" for id_, name in rows if fold(typed) in fold(name)][:_MOST_OF_A_KIND]


def _mails(session: Session, typed: str) -> list[str]:
    query = select(Mail.id).where(mails.search(session, typed)).order_by(Mail.id.desc()).limit(_MOST_OF_A_KIND)
    return [f"mail:{id_}" for id_ in session.scalars(query)]


def _named_reservations(session: Session, kind: str, keys: Sequence[str], viewer: Viewer) -> list[Named]:
    found = []
    for row in rows_of(session, _ids(keys), viewer):
        name = " ".join(filter(None, [row.first_name, row.last_name]))
        found.append(Named(f"{kind}:{row.id}", row.reference or row.pseudonym, name or None))
    return found


def _named_parks(session: Session, kind: str, keys: Sequence[str], _viewer: Viewer) -> list[Named]:
    return [Named(f"{kind}:{id_}", label.name) for id_, label in park_labels(session).items() if id_ in keys]


def _named_mails(session: Session, kind: str, keys: Sequence[str], viewer: Viewer) -> list[Named]:
    rows = session.scalars(select(Mail).where(Mail.id.in_(_ids(keys)))).all()
    ids = {mail.id: id_ for mail in rows if (id_ := mails.reservation_id_of(mail)) is not None}
    households = named(session, [f"reservation:{id_}" for id_ in ids.values()], viewer)
    about = {mail: households.get(f"reservation:{id_}") for mail, id_ in ids.items()}
    return [
        Named(f"{kind}:{mail.id}", mails.subject_of(mail), one.household if (one := about.get(mail.id)) else None)
        for mail in rows
    ]


def _named_accounts(session: Session, kind: str, keys: Sequence[str], _viewer: Viewer) -> list[Named]:
    rows = session.execute(select(Account.id, Account.name).where(Account.id.in_(_ids(keys))))
    return [Named(f"{kind}:{id_}", name) for id_, name in rows]


def _named_campaigns(session: Session, kind: str, keys: Sequence[str], _viewer: Viewer) -> list[Named]:
    rows = session.execute(select(Campaign.id, Campaign.name).where(Campaign.id.in_(_ids(keys))))
    return [Named(f"{kind}:{id_}", name) for id_, name in rows]


_NAMES: Mapping[str, Callable[[Session, str, Sequence[str], Viewer], list[Named]]] = {
    "reservation": _named_reservations,
    "park": _named_parks,
    "mail": _named_mails,
    "account": _named_accounts,
    "campaign": _named_campaigns,
}


def _ids(keys: Iterable[str]) -> list[int]:
    return [int(key) for key in keys if _is_id(key)]


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 20 and 0 < int(text) <= LARGEST
