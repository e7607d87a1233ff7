"""Backups: encrypted, deduplicated snapshots of database, data folder and secret, and the way back (`BACKUP.md`)."""
