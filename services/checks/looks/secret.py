"""The check of the secret that all processes of one database share."""

from services.checks.finding import Found, Ground, fault, hint, ok
from services.core.binding.secret_binding import has_secret, is_bound, is_other


def secret(ground: Ground) -> Found:
    """Whether the database goes with this process's secret, which looking must not create."""
    settings = ground.settings
    path = settings.data_dir.resolve() / "secret"
    if is_other(ground.rows, settings):
        if not has_secret(settings):
            return fault(
                f"Das Geheimnis fehlt: Es lag in {path} oder stand in VOLTIGO_SECRET.",
                "Holen Sie es zurück, etwa aus einer Sicherung. Ist es verloren, legt `voltigo secret adopt` ein neues "
                "an; die Hilfe des Befehls nennt, was dann nicht mehr gilt.",
            )
        where = "VOLTIGO_SECRET" if settings.secret.get_secret_value() else f"Der Inhalt von {path}"
        return fault(f"{where} ist nicht das Geheimnis, zu dem diese Datenbank gehört.")
    if not has_secret(settings):
        return hint("Es gibt noch keins.", "Der erste Start legt es an.")
    if not is_bound(ground.rows):
        return ok("Die Datenbank ist noch an keines gebunden; der nächste Start holt es nach.")
    return ok("Es gehört zu dieser Datenbank.")
