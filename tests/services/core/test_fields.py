"""Text of several lines: what is visible stays as it was written, what is not goes."""

import pytest

from services.core.fields import Refused, long_text


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Guten Tag  ", "Guten Tag"),
        ("eins\r\nzwei\rdrei\nvier", "eins\nzwei\ndrei\nvier"),
        ("eins  \n\n\nzwei", "eins\n\n\nzwei"),
        ("Tab\tTab", "Tab Tab"),
        ("Mu\u0308ller", "Müller"),
        ("ein\u200bs \u202ezwei\ufeff", "eins zwei"),
        ("eins\u2028zwei\u2029drei", "eins\nzwei\ndrei"),
        ("N\x00U\x1bL\x7f\x9f", "NUL"),
        ("👩‍🌾 🌞", "👩‍🌾 🌞"),
        ("\u00a0geschützt\u00a0", "geschützt"),
    ],
)
def test_text_is_kept_without_what_nobody_sees(typed: str, kept: str) -> None:
    assert long_text(typed, 1, 100) == kept


@pytest.mark.parametrize(
    ("typed", "code", "message"),
    [
        ("x" * 9, "too_short", "Bitte schreiben Sie mindestens 10 Zeichen."),
        ("\u200b" * 50, "too_short", "Bitte schreiben Sie mindestens 10 Zeichen."),
        (" \n" * 50, "too_short", "Bitte schreiben Sie mindestens 10 Zeichen."),
        ("x" * 4001, "too_long", "Bitte höchstens 4.000 Zeichen."),
        ("x" * 100_000, "too_long", "Bitte höchstens 4.000 Zeichen."),
        (17, "wrong_type", "Diese Angabe muss Text sein."),
        (["x" * 20], "wrong_type", "Diese Angabe muss Text sein."),
    ],
    ids=lambda value: str(value)[:20],
)
def test_too_little_and_too_much_is_refused(typed: object, code: str, message: str) -> None:
    with pytest.raises(Refused) as refusal:
        long_text(typed, 10, 4000)
    assert (refusal.value.code, refusal.value.sentence) == (code, message)


def test_both_limits_are_within() -> None:
    assert len(long_text("x" * 10, 10, 4000)) == 10
    assert len(long_text("x" * 4000, 10, 4000)) == 4000
