"""Refusals of the staff API for declarations. The public pages refuse nothing but wrong fields."""

from services.core.http.errors import refusal

UnknownDeclaration = refusal(404, "not_found", "Diese Erklärung gibt es nicht.")
# The case's state, in `state`, does not allow the step.
StepRefused = refusal(
    409, "wrong_state", "Dieser Schritt passt nicht zum Stand der Erklärung. Bitte laden Sie die Seite neu."
)
