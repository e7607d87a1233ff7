"""Refusals of a household's own page."""

from services.core.german import number
from services.core.http.errors import Problem


class NoSession(Problem):
    """401: nobody has opened the page in this browser, or the hour is over."""

    status = 401
    code = "signed_out"
    detail = "Ihre Sitzung ist zu Ende. Lassen Sie sich bitte einen neuen Link schicken."


class UnknownLink(Problem):
    """404: no such link was ever sent, it is too old to be remembered, or the address it was sent to was replaced."""

    status = 404
    code = "unknown_link"
    detail = (
        "Dieser Link gilt nicht. Vielleicht ist er beim Kopieren abgeschnitten worden, oder die E-Mail-Adresse wurde "
        "inzwischen geändert: Dann gilt nur, was wir an die neue geschickt haben."
    )


class LinkUsed(Problem):
    """409: the link has been used; a fresh one can be sent."""

    status = 409
    code = "link_used"
    detail = "Dieser Link wurde schon benutzt. Jeder Link gilt einmal."


class LinkOver(Problem):
    """409: the link is older than 48 hours; a fresh one can be sent."""

    status = 409
    code = "link_expired"
    detail = "Dieser Link ist abgelaufen. Jeder Link gilt 48 Stunden."


class TooManyMails(Problem):
    """409: this household, or this mailbox, has had as many mails as it gets in a day: nothing is sent."""

    status = 409
    code = "too_many_mails"
    detail = "Heute haben wir deshalb schon mehrere E-Mails geschickt. Bitte versuchen Sie es morgen noch einmal."


class NotJustReserved(Problem):
    """404: with this key nothing was reserved lately."""

    status = 404
    code = "not_found"
    detail = "Diese Reservierung lässt sich hier nicht mehr ändern. Lassen Sie sich bitte einen Link schicken."


class NotNow(Problem):
    """409: the reservation is not in a state that allows this."""

    status = 409
    code = "not_now"

    def __init__(self, detail: str) -> None:
        self.detail = detail
        super().__init__()


class TooLittleEnergy(Problem):
    """409: the park has too few kWh left for the larger package; nothing is changed."""

    status = 409
    code = "too_little_energy"

    def __init__(self, left: int, needed: int) -> None:
        self.detail = (
            f"Im Park sind noch {number(left)} kWh im Jahr frei, Sie brauchten {number(needed)} mehr. "
            "Ihr Anteil bleibt, wie er ist."
        )
        super().__init__(left=left, needed=needed)


class ChangedMeanwhile(Problem):
    """409: what is to be changed is no longer what the page showed; nothing is changed."""

    status = 409
    code = "changed_meanwhile"
    detail = "Ihre Reservierung wurde inzwischen geändert. Bitte sehen Sie sich den neuen Stand an."
