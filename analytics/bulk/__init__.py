"""Made-up rows of schema `source` in bulk."""
