"""Problem responses of staff actions on alerts and rules."""

from typing import Final

from services.core.http.errors import Problem


class UnknownAlert(Problem):
    """404: the alert does not exist, or does not concern the caller's role."""

    status = 404
    code = "not_found"
    detail = "Diesen Hinweis gibt es nicht mehr."


class UnknownRule(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Regel gibt es nicht."


MOST_FIGURE_ALERTS: Final = 25


class UnknownFigureAlert(Problem):
    """404: it does not exist, was deleted, or belongs to a colleague whose alerts are not the caller's to see."""

    status = 404
    code = "not_found"
    detail = "Diesen eigenen Hinweis gibt es nicht mehr."


class TooManyFigureAlerts(Problem):
    status = 409
    code = "too_many"
    detail = (
        f"Mehr als {MOST_FIGURE_ALERTS} eigene Hinweise lassen sich nicht speichern. Bitte löschen Sie zuerst einen."
    )


class SameFigureAlert(Problem):
    status = 409
    code = "exists"
    detail = "Genau diesen Hinweis haben Sie schon. Bitte ändern Sie eine Angabe."


class CannotTakeOver(Problem):
    """409: the colleague is not active, or their role may not see the figure."""

    status = 409
    code = "not_entitled"
    detail = (
        "Diese Person kann den Hinweis nicht übernehmen: Ihr Konto ist nicht aktiv, oder ihre Rolle sieht die Zahl "
        "nicht."
    )
