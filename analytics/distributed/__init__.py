"""Computes models whose cost grows with visits on a distributed engine, by the same SQL: see `translation`."""
