"""Trying a snapshot: it is restored beside the installation and checked."""
