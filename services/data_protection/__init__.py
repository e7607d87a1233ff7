"""Personal data across all rooms: what there is, what is given out, what is deleted when."""
