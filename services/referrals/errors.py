"""Refusals of the staff API for referral codes."""

from services.core.http.errors import refusal

UnknownCode = refusal(404, "not_found", "Diesen Empfehlungscode gibt es nicht.")
# Also where the other code is disabled, since it may be printed somewhere
CodeTaken = refusal(409, "code_taken", "Diesen Empfehlungscode gibt es schon. Bitte wählen Sie einen anderen.")
