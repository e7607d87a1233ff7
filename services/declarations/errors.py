"""Refusals of the staff API for declarations. The public pages refuse nothing but wrong fields."""

from services.core.http.errors import Problem


class UnknownDeclaration(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Erklärung gibt es nicht."


class StepRefused(Problem):
    """409: the case's state does not allow the step. `state` is where it stands."""

    status = 409
    code = "wrong_state"
    detail = "Dieser Schritt passt nicht zum Stand der Erklärung. Bitte laden Sie die Seite neu."
