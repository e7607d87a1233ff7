"""All sources of tasks, in the order of the console. A new kind is one more source here."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from services.tasks.source import Source
from services.tasks.sources import correspondence, money, places, reservations

SOURCES: Final[Mapping[str, Source]] = MappingProxyType(
    {
        source.name: source
        for source in (
            reservations.FOLLOW_UP,
            money.REFUND,
            money.DEPOSIT_REFUND,
            money.PARK_REFUND,
            money.CARD_FAILED,
            money.CARD_HANGS,
            money.DEBIT_RETURNED,
            money.UNALLOCATED,
            money.BANK_RUN,
            money.PAY_BACK,
            correspondence.REFUSED_MAIL,
            correspondence.FAILED_MAIL,
            correspondence.CONVERSATION,
            correspondence.LETTER,
            reservations.DUPLICATE,
            money.DECLARATION,
            places.WAITING_OFFER,
            reservations.PRICE_MISMATCH,
            places.HAND_OVER,
            places.CONTRACT_DUE,
            places.INSTALMENTS,
            reservations.OPERATION_REQUEST,
            places.CAPACITY,
        )
    }
)
