"""Messages that staff write: compose, send, withdraw."""
