"""Names beyond German letters, in every part of a message."""

import email
import email.policy
from datetime import UTC, datetime

import pytest

from services.mail.catalogue import ContactForwarded, to_values
from services.mail.outbox import Leased
from services.mail.rendering import Renderer
from services.mail.reservation_letters import SupplyEnded
from tests.services.mail.posting import SENDER

NAMES = ["Łukasz Żółć", "Nguyễn Thị Hồng", "Ждан Їжак", "Zoë Yıldız", "李小龍", "Dr. Anna-Maria von der Höhe-O'Neill"]


def sent(mail: SupplyEnded | ContactForwarded) -> email.message.EmailMessage:
    """As it arrives: written as bytes and read again."""
    leased = Leased(1, mail.kind, "a@example.org", to_values(mail), "x", 1, datetime(2026, 11, 3, tzinfo=UTC))
    raw = bytes(Renderer(SENDER).message(leased))
    return email.message_from_bytes(raw, policy=email.policy.default)  # type: ignore[return-value]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_whole_in_text_and_html(name: str) -> None:
    first, _, last = name.rpartition(" ")
    message = sent(SupplyEnded(first, last, "VG-7K3M-Q2XH", "Ingolstadt", 17))
    for kind in ("plain", "html"):
        part = message.get_body((kind,))
        assert part is not None
        assert f"Guten Tag {name}".strip() in part.get_content().replace("&#39;", "'").replace("Tag  ", "Tag ")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_a_forwarded_message_is_whole_and_in_no_header(name: str) -> None:
    message = sent(
        ContactForwarded(
            "KA-7K3M-Q2XH", "Frage", False, name, "a@example.org", "", "", "", None, "", f"Ich bin {name}."
        )
    )
    part = message.get_body(("plain",))
    assert part is not None
    assert f"Ich bin {name}." in part.get_content()
    assert name not in str(message["Subject"]) + str(message["Reply-To"])
