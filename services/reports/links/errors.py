"""Problems of links to kept runs."""

from services.core.http.errors import Problem, refusal

UnknownReportLink = refusal(404, "not_found", "Diesen Link gibt es nicht.")


class LinkEnded(Problem):
    """410: the link expired, was revoked, or its run is no longer kept."""

    status = 410
    code = "link_ended"
    detail = "Dieser Link gilt nicht mehr."
    hint = (
        "Er ist abgelaufen, oder wir haben ihn zurückgezogen. Wenn Sie die Zahlen weiter brauchen, schicken wir Ihnen "
        "gern einen neuen."
    )
    """Second paragraph of the page."""


class LinkResting(LinkEnded):
    """410: the account that answers for the link is switched off. It opens again once a colleague takes it over."""

    detail = "Dieser Link gilt zurzeit nicht."
    hint = (
        "Er gehört zu einem Konto, das wir abgeschaltet haben, und niemand hat ihn übernommen. Wenn Sie die Zahlen "
        "weiter brauchen, schicken wir Ihnen gern einen neuen."
    )


# Each row of the report is about one household
NotForLinks = refusal(
    409,
    "not_for_links",
    "Dieser Bericht führt einzelne Haushalte auf und lässt sich deshalb nicht mit einem Link weitergeben. "
    "Geben Sie stattdessen zum Beispiel den Bericht „Herkunft“ weiter.",
)
