"""Random lists of recipients with filters of their own: every mail holds the rows of its recipient, and no others."""

import email
import email.policy
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest

from services.mail.models import Mail, MailState
from services.schedules import schedules as store
from services.schedules.jobs import run_schedule
from services.schedules.recipients.validation import Chosen
from services.staff.call import Staff
from services.staff.models import Role
from tests.analytics.visit_rows import add_visits, visit
from tests.fixtures.proved import proved
from tests.fixtures.smtp import SmtpPeer
from tests.fixtures.staff import add_member
from tests.services.schedules.canary import text_of
from tests.services.schedules.office import Office
from tests.services.stored import stored

VALUES = {
    "utm_source": ["google", "bing", "zeitung", ""],
    "utm_medium": ["cpc", "print", ""],
    "utm_campaign": ["herbst", "winter", "sommer"],
}
FORMS = ["csv", "xlsx", "parquet", "pdf", "body"]
FIRST_FORMS = (["csv", "body"], ["xlsx", "parquet"], ["pdf"])
"""Of the first lists, so that a small number of them has every form."""
MARKERS = 24
Filters = dict[str, list[str]]


@dataclass(frozen=True)
class Group:
    """Visits with one marker in `utm_content`, which names the row of the report."""

    marker: str
    fields: dict[str, str]

    def passes(self, *filters: Filters) -> bool:
        """Whether every filter lets it through."""
        return all(self.fields[name.removeprefix("only_")] in values for one in filters for name, values in one.items())


@dataclass
class RecipientList:
    """A schedule's filters, its formats, and the recipients with what narrows the report for them alone."""

    filters: Filters
    formats: list[str]
    recipients: dict[str, Filters] = field(default_factory=dict)


def groups(rng: random.Random) -> list[Group]:
    return [
        Group(f"zz{number:03}zz", {name: rng.choice(values) for name, values in VALUES.items()})
        for number in range(MARKERS)
    ]


def some_filters(rng: random.Random, within: Filters, most: int) -> Filters:
    """Filters that are no wider than others."""
    names = rng.sample(sorted(VALUES), rng.randint(0, most))
    found = {}
    for name in names:
        known = within.get(f"only_{name}", VALUES[name])
        found[f"only_{name}"] = rng.sample(known, rng.randint(1, len(known)))
    return found


def random_list(rng: random.Random, place: int) -> RecipientList:
    filters = some_filters(rng, {}, 2)
    formats = FIRST_FORMS[place] if place < len(FIRST_FORMS) else rng.sample(FORMS, rng.randint(1, 2))
    made = RecipientList(filters, formats)
    for number in range(rng.randint(2, proved(3, 5))):
        made.recipients[f"r{number}@example.org"] = some_filters(rng, filters, 3)
    return made


class Sending:
    """Makes schedules of lists, and runs and sends them."""

    def __init__(self, office: Office, peer: SmtpPeer, rng: random.Random) -> None:
        self.office, self.peer = office, peer
        member = add_member(office.db, "admin", now=office.clock())
        self.staff = Staff(member.id, "Kim", member.email, Role.ADMIN, member.session_id)
        self.groups = groups(rng)
        at = office.clock() - timedelta(days=2)
        rows = [
            visit(at, visitor=number, utm_content=group.marker, **group.fields)
            for number, group in enumerate(self.groups, 1)
        ]
        add_visits(office.db, rows)

    def mails(self, made: RecipientList) -> dict[str, EmailMessage]:
        """What arrives, by recipient; each gets exactly one mail."""
        office = self.office
        values: dict[str, Any] = {
            "name": "Liste", "report": "breakdown", "parameters": {"field": "utm_content", **made.filters},
            "period": "last_7_days", "zone": "Europe/Berlin", "condition": None, "cool_down_hours": 0,
            "timing": {"kind": "daily", "time": "06:00", "weekdays": [], "month_day": None},
            "recipients": [Chosen(None, address, own or None) for address, own in made.recipients.items()],
            "formats": made.formats, "retention_days": 1,
        }  # fmt: skip
        office.clock.now += timedelta(seconds=1)
        schedule = office.db.write(lambda session: store.add(session, values, self.staff, office.clock()).id)
        run_schedule(office.db, office.settings, office.clock, schedule, office.clock())
        self.peer.received.clear()
        office.send(self.peer.url)
        office.db.write(lambda session: store.remove(session, schedule, self.staff, office.clock()))
        found: dict[str, list[EmailMessage]] = defaultdict(list)
        for raw in self.peer.received:
            message: Any = email.message_from_bytes(raw, policy=email.policy.default)
            found[str(message["To"])].append(message)
        assert set(found) == set(made.recipients)
        assert all(len(one) == 1 for one in found.values())
        return {address: one[0] for address, one in found.items()}

    def check(self, made: RecipientList) -> int:
        """Every mail with its attachments: the rows of its recipient and no others. How many mails were read."""
        mails = self.mails(made)
        for address, message in mails.items():
            own = made.recipients[address]
            inside = {one.marker for one in self.groups if one.passes(made.filters, own)}
            outside = {one.marker for one in self.groups} - inside
            for form, text in texts(message):
                leaked = {marker for marker in outside if marker in text}
                assert not leaked, f"{address} {own} of {made.filters} got {sorted(leaked)} as {form}"
                others = {other for other in made.recipients if other != address and other in text}
                assert not others, f"{address} reads of {sorted(others)}"
                missing = inside - {marker for marker in inside if marker in text}
                assert form == "mail" or not missing, f"{address} {own} lacks {sorted(missing)} as {form}"
        return len(mails)


def texts(message: EmailMessage) -> Iterator[tuple[str, str]]:
    """All that can be read in a mail, by form; of its parts without a file as `mail`."""
    found: dict[str, str] = defaultdict(str)
    found["mail"] = f"{message['Subject']}".lower()
    for part in message.walk():
        name = str(part.get_filename() or "")
        form = name.rpartition(".")[2]
        if name:
            content: Any = part.get_payload(decode=True)
            found[form] += text_of(content, form)
        elif part.get_content_maintype() == "text":
            found["mail"] += str(part.get_content()).lower()
    yield from found.items()


def test_no_row_of_one_recipient_is_in_the_mail_of_another(office: Office, smtp_peer: SmtpPeer) -> None:
    rng = random.Random(1039)
    sending = Sending(office, smtp_peer, rng)
    read = sum(sending.check(random_list(rng, place)) for place in range(proved(3, 1_000)))
    assert read >= proved(6, 2_000)
    assert {one["state"] for one in stored(office.db, Mail)} == {MailState.SENT.value}


def test_the_proof_fails_where_the_narrowing_is_left_out(
    office: Office, smtp_peer: SmtpPeer, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(1039)
    sending = Sending(office, smtp_peer, rng)
    source = sending.groups[0].fields["utm_source"]
    made = RecipientList({}, ["csv"], {"a@example.org": {"only_utm_source": [source]}, "b@example.org": {}})
    assert sending.check(made) == 2
    monkeypatch.setattr("services.schedules.runs.compute.narrowed", lambda _definition, given, *_rest: given)
    with pytest.raises(AssertionError, match=r"got .* as csv"):
        sending.check(made)
