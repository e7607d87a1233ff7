"""Conversations with households and others, fed by the contact form, the mailbox and staff."""
