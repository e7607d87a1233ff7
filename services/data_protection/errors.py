"""Refusals of data protection."""

from services.core.http.errors import refusal

AlreadyErased = refusal(409, "already_erased", "Diese Daten sind schon gelöscht.")
PreviewChanged = refusal(
    409,
    "changed_meanwhile",
    "Inzwischen hat sich etwas geändert. Bitte sehen Sie sich noch einmal an, was gelöscht wird.",
)
