"""Problems of links to kept runs."""

from services.core.http.errors import Problem


class UnknownReportLink(Problem):
    status = 404
    code = "not_found"
    detail = "Diesen Link gibt es nicht."


class LinkEnded(Problem):
    """410: the link expired, was revoked, or its run is no longer kept."""

    status = 410
    code = "link_ended"
    detail = "Dieser Link gilt nicht mehr."


class NotForLinks(Problem):
    """409: each row of the report is about one household."""

    status = 409
    code = "not_for_links"
    detail = (
        "Dieser Bericht führt einzelne Haushalte auf und lässt sich deshalb nicht mit einem Link weitergeben. "
        "Geben Sie stattdessen zum Beispiel die Aufschlüsselung weiter."
    )
