"""Refusals of the audit log."""

from services.core.http.errors import Problem


class UnknownOperationEntry(Problem):
    status = 404
    code = "not_found"
    detail = "Diesen Vorgang gibt es im Protokoll nicht."
