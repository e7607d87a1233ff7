"""Problem responses of staff actions on alerts and rules."""

from typing import Final

from services.core.http.errors import Problem


class UnknownAlert(Problem):
    """404: the alert does not exist, or does not concern the caller's role."""

    status = 404
    code = "not_found"
    detail = "Diesen Hinweis gibt es nicht mehr."


class UnknownRule(Problem):
    """404: it does not exist, or is not the caller's role's to change."""

    status = 404
    code = "not_found"
    detail = "Diese Regel gibt es nicht."


class BuiltInRule(Problem):
    status = 409
    code = "built_in"
    detail = "Diese Regel gehört zu Voltigo und lässt sich nicht löschen. Schalten Sie sie aus."


MOST_RULES: Final = 100


class TooManyRules(Problem):
    status = 409
    code = "too_many"
    detail = f"Mehr als {MOST_RULES} Regeln lassen sich nicht speichern. Bitte löschen Sie zuerst eine."


class SameRule(Problem):
    status = 409
    code = "exists"
    detail = "Genau diese Regel gibt es schon. Tragen Sie sich dort als Empfänger ein, oder ändern Sie eine Angabe."
