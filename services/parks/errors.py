"""Refusals of the staff API for parks."""

from services.core.http.errors import refusal

UnknownPark = refusal(404, "not_found", "Diesen Solarpark gibt es nicht.")
UnknownSpot = refusal(404, "not_found", "Diesen Platz gibt es in diesem Park nicht.")
# The park is cancelled, and its spots can no longer be reserved or blocked
ParkIsCancelled = refusal(409, "park_cancelled", "Dieser Park ist abgesagt. Daran lässt sich nichts mehr ändern.")
AlreadyConfirmed = refusal(409, "already_confirmed", "Dieser Park ist schon bestätigt. Bitte laden Sie die Seite neu.")
NotConfirmed = refusal(409, "not_confirmed", "Dieser Park ist nicht bestätigt. Bitte laden Sie die Seite neu.")
# Mails are out, so the confirmation can no longer be taken back
ConfirmationIsSent = refusal(
    409, "mail_sent", "Die ersten Mails sind schon hinausgegangen. Die Bestätigung lässt sich nicht mehr zurücknehmen."
)
# A limit below what is taken. Members: `field`, `taken` (highest number or kWh), `limit` as asked.
BelowTaken = refusal(
    409,
    "below_taken",
    "Es ist schon mehr vergeben, als diese Grenze zulässt. Erlauben Sie die Überbuchung und nennen Sie einen "
    "Grund, oder wählen Sie eine höhere Grenze.",
)
