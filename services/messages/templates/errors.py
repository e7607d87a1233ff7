"""Refusals of answer templates."""

from services.core.http.errors import refusal

UnknownAnswerTemplate = refusal(404, "not_found", "Diese Vorlage gibt es nicht.")
