"""Figures that are computed rather than stored. Imports nothing of `services` (lint-imports checks it)."""
