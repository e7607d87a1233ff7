"""The looks of the checks by subject; `catalogue` lists them all with their words."""
