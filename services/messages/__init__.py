"""Messages of households and others: conversations, which the contact form, the mailbox and staff write into."""
