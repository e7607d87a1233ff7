"""Refusals of handing a place over."""

from services.core.http.errors import refusal

HandOverIsOpen = refusal(
    409, "hand_over_open", "Sie haben Ihren Platz schon jemandem angeboten. Ziehen Sie das zuerst zurück."
)
# The offer was answered, withdrawn, is over, or there was none
NoHandOver = refusal(409, "no_hand_over", "Dieses Angebot gilt nicht mehr.")
# The share is another than the page showed. `offer` is what it is now; nothing is changed.
HandOverChanged = refusal(
    409, "changed_meanwhile", "Der Anteil wurde inzwischen geändert. Bitte sehen Sie sich die neuen Zahlen an."
)
