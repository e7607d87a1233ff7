"""Who may call what below /api/staff, as a table: the rule that fits most exactly counts.

A rule is a path and all below it, or, with a method, that operation alone. What none fits is open to nobody.
"""

from typing import Final

ANYBODY: Final = "anybody"
"""The steps of signing in."""
_A, _AS, _AM, _ASM = "admin", "admin staff", "admin marketing", "admin staff marketing"

RULES: Final = {
    **dict.fromkeys(("/today", "/alerts", "/alert-rules", "/parks", "/views", "/live"), _ASM),
    **dict.fromkeys(("/exports", "/metrics", "/report-runs", "/report-links", "/report-schedules"), _ASM),
    **dict.fromkeys(("/report-deliveries", "/store", "/profile", "/password", "/passkeys", "/sessions"), _ASM),
    "/session": ANYBODY,
    "POST /session/recovery-codes": _ASM,
    "/session/confirm": _ASM,
    "/setup": ANYBODY,
    "/accounts": _A,
    "/audit": _A,
    "/reservations": _AS,
    "GET /reservations": _ASM,
    "/reservations/count": _ASM,
    "/reservations/facets": _ASM,
    "GET /reservations/{reservation_id}": _ASM,
    "/reservations/{reservation_id}/erasure": _A,
    "/contracts": _AS,
    "POST /parks/{park}/connection": _A,
    "/search": _AS,
    "/operations": _AS,
    "/operation-requests": _AS,
    "/operation-requests/parks": _A,
    "/parks/{park}": _AS,
    "GET /parks/{park}": _ASM,
    "/parks/{park}/spots/{number}": _ASM,
    "/parks/{park}/capacity": _ASM,
    "/parks/{park}/cancellation": _A,
    "/data-protection": _A,
    "/declarations": _AS,
    "/conversations": _AS,
    "/mailbox": _AS,
    "/bank": _AS,
    "/answer-files": _AS,
    "/answer-templates": _AS,
    "/waiting-list": _AS,
    "/mails": _AS,
    "/mail-templates": _AS,
    "/work-lines": _AS,
    "/refused-mails": _AS,
    "/live/tabs": _AS,
    "/reports": _AM,
    "GET /reports": _ASM,
    "/reports/capacity": _ASM,
    "/reports/capacity/recount.zip": _AM,
    "/channel-groups": _AM,
    "/aliases": _AM,
    "/campaigns": _AM,
    "/links": _AM,
    "/told-texts": _AM,
    "/notes": _AM,
    "/contract-target": _AM,
    "/self-checks": _AM,
    "/costs": _AM,
    "/report-segments": _AM,
    "/report-runs/{run_id}/links": _AM,
    "/report-links/{link_id}": _AM,
    "/report-schedules/{schedule_id}/recipients": _A,
    "/referrals": _AM,
    "/jobs": _A,
    "/state": _A,
    "/webhooks": _A,
    "/webhook-deliveries": _A,
    "/machine-tokens": _A,
}


def may_call(method: str, path: str) -> str:
    """The roles that may call an operation, `path` as in the document; ANYBODY where none is asked for."""
    below = path.removeprefix("/api/staff")
    if f"{method} {below}" in RULES:
        return RULES[f"{method} {below}"]
    fitting = [rule for rule in RULES if f"{below}/".startswith(f"{rule}/")]
    return RULES.get(max(fitting, key=len, default=""), "")


CONFIRMED: Final = frozenset(
    {
        "POST /session/enrolment",
        "POST /session/recovery-codes",
        "POST /passkeys/options",
        "POST /passkeys",
        "DELETE /passkeys/{id}",
        "POST /accounts",
        "PATCH /accounts/{id}",
        "POST /accounts/{id}/invitation",
        "POST /accounts/{id}/enable",
        "POST /accounts/{id}/reset-totp",
        "POST /accounts/{id}/sessions/revoke",
        "POST /accounts/{id}/disable",
        "POST /operation-requests/parks/{park}",
        "POST /bank/runs/{run_id}/release",
        "GET /bank/runs/{run_id}/file",
        "POST /operation-requests/{id}/approve",
        "POST /parks/{park}/cancellation",
        "POST /parks/{park}/connection",
        "POST /reservations/{reservation_id}/erasure",
        "POST /exports",
        "PUT /state/settings",
        "POST /state/mail/test",
        "POST /state/backup/confirm",
        "POST /state/backup-key/confirm",
        "POST /state/legal-texts/confirm",
        "POST /webhooks",
        "PUT /webhooks/{id}",
        "POST /webhooks/{id}/secret",
        "POST /machine-tokens",
    }
)
"""What an administrator may do only shortly after giving password and code."""


def asks_for_confirmation(method: str, path: str) -> bool:
    return f"{method} {path.removeprefix('/api/staff')}" in CONFIRMED
