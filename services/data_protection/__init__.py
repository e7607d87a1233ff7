"""Personal data across all rooms: inventory, export, erasure, retention."""
