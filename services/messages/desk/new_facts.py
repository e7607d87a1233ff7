"""Facts in a household's messages that differ from its reservation, offered as corrections. Pure.

A postcode or a telephone number is offered as it is written; a clerk takes it over or not. Only where it is certain
whose conversation it is: a sender's address proves nothing.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from services.core.contact_details import read_phone
from services.core.fields import Refused
from services.messages.desk.schemas import NewFactOut
from services.messages.models import Direction, Message, MessageKind
from services.reservations.models import Reservation

MOST: Final = 3
_SEARCHED: Final = 20_000
POSTCODE: Final = re.compile(r"(?<![\d/.,-])\d{5}(?![\d/.,-]*\d)")
PHONE: Final = re.compile(r"(?<![\w/])(?:\+|00|0)[1-9][\d /()-]{5,20}\d")


def new_facts(reservation: Reservation, messages: Iterable[Message]) -> list[NewFactOut]:
    """Those of the latest message first, each once."""
    written = [one for one in messages if one.direction == Direction.IN and one.kind == MessageKind.NORMAL]
    texts = [one.reply_text[:_SEARCHED] for one in reversed(written)]
    found = [fact for text in texts for fact in _facts(text, reservation)]
    version = reservation.version
    return [NewFactOut(field=field, value=value, version=version) for field, value in dict.fromkeys(found)][:MOST]


def _facts(text: str, reservation: Reservation) -> Iterator[tuple[str, str]]:
    numbers = PHONE.findall(text)
    for number in numbers:
        text = text.replace(number, "")
        try:
            phone = read_phone(number)
        except Refused:
            continue
        if phone.e164 != reservation.mobile_phone_e164:
            yield "mobile_phone", phone.typed
    yield from (("postcode", found) for found in POSTCODE.findall(text) if found != reservation.postcode)
