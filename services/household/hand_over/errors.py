"""Refusals of handing a place over."""

from services.core.http.errors import Problem


class HandOverIsOpen(Problem):
    """409: the place is offered to another household already."""

    status = 409
    code = "hand_over_open"
    detail = "Sie haben Ihren Platz schon jemandem angeboten. Ziehen Sie das zuerst zurück."


class NoHandOver(Problem):
    """409: the offer was answered, withdrawn, is over, or there was none."""

    status = 409
    code = "no_hand_over"
    detail = "Dieses Angebot gilt nicht mehr."


class HandOverChanged(Problem):
    """409: the share is another than the page showed. `offer` is what it is now; nothing is changed."""

    status = 409
    code = "changed_meanwhile"
    detail = "Der Anteil wurde inzwischen geändert. Bitte sehen Sie sich die neuen Zahlen an."
