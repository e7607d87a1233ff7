"""Refusals of downloads."""

from services.core.http.errors import refusal

# Already fetched, expired, from another session, or never existed
ExportGone = refusal(
    404,
    "export_gone",
    "Dieser Download wurde schon abgeholt oder ist abgelaufen. Bitte starten Sie den Export noch einmal.",
)
