"""How mails come in: the mailbox is read, each mail is taken apart, placed and stored."""
