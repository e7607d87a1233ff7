"""How long personal data is kept, and the nightly job that deletes it."""
