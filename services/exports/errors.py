"""Refusals of downloads."""

from services.core.http.errors import Problem


class ExportGone(Problem):
    """404: already fetched, expired, from another session, or never existed."""

    status = 404
    code = "export_gone"
    detail = "Dieser Download wurde schon abgeholt oder ist abgelaufen. Bitte starten Sie den Export noch einmal."
