"""Mails as printed letters, for households without a mailbox."""
