"""Households that reserve, confirm, give back, write and look around."""

import re
from collections import Counter
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from itertools import count
from typing import Any, Final

from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.factories import contact_body, letters, reservation_body
from tests.faults.mixed_load.traffic import UNANSWERED, Traffic
from tests.fixtures.smtp import SmtpPeer

_LINK: Final = re.compile(r"/meine-reservierung#link=([\w-]+)")
_LOOKS: Final = 150
_PATHS: Final = ("/", "/solar-gutschriftsrechner", "/faqs", "/reservierung", "/kontakt")


@dataclass
class Mailboxes(SmtpPeer):
    """A mail server for all households. It keeps what is asked for and no mails: an hour brings tens of thousands."""

    arrived: Counter[str] = field(default_factory=Counter)
    """How often each Message-ID came."""
    links: dict[str, str] = field(default_factory=dict)
    """The token of the newest link by recipient."""

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:
        mail = message_from_bytes(bytes(envelope.content or b""), policy=policy.default)
        self.arrived[str(mail["Message-ID"])] += 1
        body = mail.get_body(("plain",))
        if body is not None and (found := _LINK.search(body.get_content())):
            self.links.update(dict.fromkeys(envelope.rcpt_tos, found.group(1)))
        return "250 OK"


async def households(traffic: Traffic, mailboxes: Mailboxes, numbers: "count[int]") -> None:
    """One household after the other, until the load is over."""
    while not traffic.is_over:
        await _household(traffic, mailboxes, next(numbers))
        await traffic.pause(0.2, 1.0)


async def _household(traffic: Traffic, mailboxes: Mailboxes, number: int) -> None:
    address = f"haushalt-{number}@example.org"
    body = reservation_body(
        email=address, mobile_phone=f"0171 {2_000_000 + number}", last_name=f"Roth{letters(number).lower()}"
    )
    ledger, key = traffic.ledger, f"mixed-load-{number:08}"
    async with traffic.client() as browser:
        await _look_around(traffic, browser)
        ledger.tried.add(address)
        answer = await traffic.until_answered(
            browser, "POST", "/functions/v1/reserve-spot", json=body, headers={"Idempotency-Key": key}
        )
        if answer.status_code != 200:
            ledger.wrong.append(f"reservation of household {number}: {answer.status_code}")
            return
        reference = str(answer.json()["reference"])
        ledger.reserved[address] = reference
        if traffic.random.random() < 0.3:
            await _write(traffic, browser, number, reference)
        if traffic.random.random() < 0.6:
            await _confirm(traffic, browser, mailboxes, address, reference)


async def _look_around(traffic: Traffic, browser: Any) -> None:
    for _ in range(traffic.random.randint(1, 4)):
        path = traffic.random.choice(_PATHS)
        page = await traffic.once(browser, "GET", path)
        visit = {"step": "page_view", "path": path, "is_arrival": True, "touch": {"utm_source": "newsletter"}}
        counted = await traffic.once(browser, "POST", "/api/visits", json=visit)
        traffic.ledger.visits += counted.status_code == 204
        traffic.ledger.visits_unsure += counted.status_code in UNANSWERED
        if page.status_code not in (200, *UNANSWERED):
            traffic.ledger.wrong.append(f"GET {path}: {page.status_code}")


async def _write(traffic: Traffic, browser: Any, number: int, reference: str) -> None:
    body = contact_body(email=f"haushalt-{number}@example.org", reference=reference)
    headers = {"Idempotency-Key": f"message-{number:08}"}
    answer = await traffic.until_answered(browser, "POST", "/api/contact", json=body, headers=headers)
    if answer.status_code == 200:
        traffic.ledger.messages.add(answer.json()["reference"])


async def _confirm(traffic: Traffic, browser: Any, mailboxes: Mailboxes, address: str, reference: str) -> None:
    """Press the link in the mail; half of those who do give their place back."""
    for _ in range(_LOOKS):
        if (token := mailboxes.links.get(address)) is not None:
            break
        await traffic.pause(0.1, 0.3)
    else:
        return  # the mail comes later, which the comparison at the end looks after
    pressed = await traffic.until_answered(browser, "POST", "/api/household/links/press", json={"token": token})
    if pressed.status_code != 200:
        return  # its answer was lost: pressed once, the link is over
    traffic.ledger.confirmed.add(reference)
    if traffic.random.random() < 0.5:
        await _give_back(traffic, browser, reference)


async def _give_back(traffic: Traffic, browser: Any, reference: str) -> None:
    traffic.ledger.unsure.add(reference)
    answer = await traffic.once(browser, "POST", "/api/household/reservation/give-up", json={})
    if answer.status_code == 200:
        traffic.ledger.cancelled.add(reference)
        traffic.ledger.unsure.discard(reference)
