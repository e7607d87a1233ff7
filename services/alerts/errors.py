"""Problem responses of staff actions on alerts and rules."""

from services.core.http.errors import refusal

# The alert does not exist, or does not concern the caller's role
UnknownAlert = refusal(404, "not_found", "Diesen Hinweis gibt es nicht mehr.")
# It does not exist, or is not the caller's role's to change
UnknownRule = refusal(404, "not_found", "Diese Regel gibt es nicht.")
BuiltInRule = refusal(
    409, "built_in", "Diese Regel gehört zu Voltigo und lässt sich nicht löschen. Schalten Sie sie aus."
)
