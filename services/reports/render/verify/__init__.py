"""Reads finished report files again and compares them with the kept result."""
