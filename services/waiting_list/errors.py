"""Refusals of the waiting list."""

from services.core.http.errors import Problem, refusal

NotFull = refusal(409, "not_full", "Es ist gerade ein Platz frei. Sie können ihn sofort reservieren.")
# This mailbox is on the list; its link is sent once more, within the daily number of mails
AlreadyWaiting = refusal(
    409,
    "already_waiting",
    "Mit dieser Adresse stehen Sie schon auf der Liste. Den Link zu Ihrer Stelle bekommen Sie noch einmal, außer "
    "wir haben Ihnen heute schon mehrere geschickt.",
)
NotOpen = refusal(401, "signed_out", "Ihre Sitzung ist zu Ende. Lassen Sie sich bitte einen neuen Link schicken.")
EntryOver = refusal(409, "entry_over", "Dieser Eintrag ist beendet.")
# No offer is open for this entry: answered, over, or never made
NoOffer = refusal(409, "no_offer", "Dieses Angebot gilt nicht mehr.")
PackageTooLarge = refusal(
    409,
    "package_too_large",
    "So viel Energie ist für diesen Platz nicht frei. Bitte wählen Sie höchstens das angebotene Paket.",
)
OfferIsOpen = refusal(
    409, "offer_is_open", "Für Sie ist gerade ein Platz gehalten. Bitte nehmen Sie ihn an oder lehnen Sie ihn ab."
)


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


UnknownEntry = refusal(404, "not_found", "Diesen Eintrag gibt es nicht.")


class NothingToOffer(Problem):
    """409: no spot is free, too few kWh are left, or the rule about passing forbids it. `detail` says which."""

    status = 409
    code = "nothing_to_offer"

    def __init__(self, detail: str) -> None:
        self.detail = detail
        super().__init__()


# A household that was passed as often as the rule allows cannot be skipped
PassedOften = refusal(
    409,
    "passed_often",
    "An diesem Haushalt sind schon drei andere vorbeigegangen. Öfter lässt es die Regel der Liste nicht zu.",
)
