"""Reservations that staff enter for a household: by telephone, from a letter, at a fair."""
