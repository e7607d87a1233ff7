"""Printed pages: their layout and typefaces. Knows nothing of what is printed."""
