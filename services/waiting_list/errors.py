"""Refusals of the waiting list."""

from services.core.http.errors import Problem


class NotFull(Problem):
    """409: the park has places, so there is nothing to wait for."""

    status = 409
    code = "not_full"
    detail = "Es ist gerade ein Platz frei. Sie können ihn sofort reservieren."


class AlreadyWaiting(Problem):
    """409: this mailbox is on the list; its link is sent once more, within the daily number of mails."""

    status = 409
    code = "already_waiting"
    detail = (
        "Mit dieser Adresse stehen Sie schon auf der Liste. Den Link zu Ihrer Stelle bekommen Sie noch einmal, außer "
        "wir haben Ihnen heute schon mehrere geschickt."
    )


class NotOpen(Problem):
    """401: nobody has opened this page in this browser, or the session is over."""

    status = 401
    code = "signed_out"
    detail = "Ihre Sitzung ist zu Ende. Lassen Sie sich bitte einen neuen Link schicken."


class EntryOver(Problem):
    """409: the entry has ended."""

    status = 409
    code = "entry_over"
    detail = "Dieser Eintrag ist beendet."


class NoOffer(Problem):
    """409: no offer is open for this entry: answered, over, or never made."""

    status = 409
    code = "no_offer"
    detail = "Dieses Angebot gilt nicht mehr."


class PackageTooLarge(Problem):
    """409: more than what was offered."""

    status = 409
    code = "package_too_large"
    detail = "So viel Energie ist für diesen Platz nicht frei. Bitte wählen Sie höchstens das angebotene Paket."


class OfferIsOpen(Problem):
    """409: the package cannot be changed while a place is offered."""

    status = 409
    code = "offer_is_open"
    detail = "Für Sie ist gerade ein Platz gehalten. Bitte nehmen Sie ihn an oder lehnen Sie ihn ab."


class ConfirmLater(Problem):
    """409: this hour too many places have gone to mailboxes of one domain. Nothing was done, the link stays good."""

    status = 409
    code = "confirm_later"
    detail = (
        "Mit Adressen derselben Domain wurden in dieser Stunde schon viele Plätze vergeben. Ihr Eintrag bleibt an "
        "seiner Stelle. Bitte drücken Sie den Knopf zur nächsten vollen Stunde noch einmal."
    )

    def __init__(self, retry_after_seconds: str) -> None:
        super().__init__(headers={"Retry-After": retry_after_seconds})


class UnknownEntry(Problem):
    """404: there is no such entry."""

    status = 404
    code = "not_found"
    detail = "Diesen Eintrag gibt es nicht."


class NothingToOffer(Problem):
    """409: no spot is free, too few kWh are left, or the rule about passing forbids it. `detail` says which."""

    status = 409
    code = "nothing_to_offer"

    def __init__(self, detail: str) -> None:
        self.detail = detail
        super().__init__()


class PassedOften(Problem):
    """409: a household that was passed as often as the rule allows cannot be skipped."""

    status = 409
    code = "passed_often"
    detail = "An diesem Haushalt sind schon drei andere vorbeigegangen. Öfter lässt es die Regel der Liste nicht zu."
