"""Refusals of the reservation call beyond wrong fields."""

from services.core.errors import Problem


class ParkFull(Problem):
    """409: no spot is free. `waitlist` tells whether one may still queue, and how many already do."""

    status = 409
    code = "park_full"
    detail = "Alle Plätze in diesem Park sind vergeben."


class EmailLimit(Problem):
    """409: this address already holds as many active reservations as one address may."""

    status = 409
    code = "email_limit"
    detail = "Mit dieser E-Mail-Adresse gibt es bereits die größtmögliche Zahl an Reservierungen."
