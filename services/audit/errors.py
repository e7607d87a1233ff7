"""Refusals of the audit log."""

from services.core.http.errors import refusal

UnknownOperationEntry = refusal(404, "not_found", "Diesen Vorgang gibt es im Protokoll nicht.")
