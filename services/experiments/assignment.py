"""Which arm a visitor is in. Pure, and nothing is stored: the same visitor of one day always gets the same arm."""

import hashlib
from typing import Literal

Arm = Literal["a", "b"]


def arm_of(seed: str, visitor: int) -> Arm:
    """`a` or `b` with probability one half each. `visitor`: the number that visits are counted by, new every day."""
    digest = hashlib.sha256(f"{seed}:{visitor}".encode()).digest()
    return "b" if digest[0] & 1 else "a"
