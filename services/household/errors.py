"""Refusals of a household's own page."""

from services.core.german import number
from services.core.http.errors import Problem, refusal

NoSession = refusal(401, "signed_out", "Ihre Sitzung ist zu Ende. Lassen Sie sich bitte einen neuen Link schicken.")
# No such link was ever sent, it is too old to be remembered, or it ended with the address or the place
UnknownLink = refusal(
    404,
    "unknown_link",
    "Dieser Link gilt nicht. Vielleicht ist er beim Kopieren abgeschnitten worden, oder die Adresse oder die "
    "Reservierung hat sich inzwischen geändert: Dann gilt nur der Link aus unserer letzten E-Mail.",
)
LinkOver = refusal(409, "link_expired", "Dieser Link ist abgelaufen. Lassen Sie sich bitte einen neuen schicken.")
# This household, or this mailbox, has had as many mails as it gets in a day: nothing is sent
TooManyMails = refusal(
    409,
    "too_many_mails",
    "Heute haben wir deshalb schon mehrere E-Mails geschickt. Bitte versuchen Sie es morgen noch einmal.",
)
# With this key nothing was reserved lately
NotJustReserved = refusal(
    404, "not_found", "Diese Reservierung lässt sich hier nicht mehr ändern. Lassen Sie sich bitte einen Link schicken."
)


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


ChangedMeanwhile = refusal(
    409, "changed_meanwhile", "Ihre Reservierung wurde inzwischen geändert. Bitte sehen Sie sich den neuen Stand an."
)
