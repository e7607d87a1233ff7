"""A mail on paper, for a household without a mailbox."""
