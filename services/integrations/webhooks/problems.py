"""German explanations of delivery failure codes. Only the codes are stored."""

from typing import Final

WORDS: Final = {
    "not_an_address": "Das ist keine Internetadresse, an die wir senden können.",
    "not_https": "Die Adresse beginnt nicht mit https://.",
    "port_refused": "An diesen Port senden wir nicht. Üblich ist 443, möglich sind die Ports ab 1024.",
    "address_refused": "Die Adresse führt in ein internes Netz. Dorthin senden wir nicht.",
    "unknown_name": "Der Name der Adresse ist nicht bekannt.",
    "no_connection": "Es kam keine Verbindung zustande.",
    "timed_out": "Innerhalb von 10 Sekunden kam keine Antwort.",
    "bad_tls": "Eine sichere Verbindung kam nicht zustande, etwa weil das Zertifikat nicht gilt.",
    "broken_answer": "Die Antwort war unvollständig oder kein HTTP.",
    "redirected": "Die Adresse leitet weiter. Wir folgen nicht; bitte tragen Sie das Ziel selbst ein.",
    "gone": "Der Empfänger möchte nichts mehr bekommen (Antwort 410).",
    "refused": "Der Empfänger hat abgelehnt.",
    "secret_changed": "Das Geheimnis gilt nicht mehr, weil VOLTIGO_SECRET neu ist. Bitte erneuern Sie es.",
    "interrupted": "Der Versuch wurde unterbrochen, sein Ergebnis ist unbekannt.",
}


def words_of(problem: str | None, status: int | None) -> str | None:
    """The failure in one sentence; None if the delivery was accepted."""
    if problem is None:
        return None
    if problem == "refused" and status is not None:
        return f"Der Empfänger hat mit {status} geantwortet."
    return WORDS.get(problem, problem)
