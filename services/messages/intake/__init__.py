"""Incoming mail: reads the mailbox, and parses, assigns and stores each mail."""
