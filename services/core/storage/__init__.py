"""Where files lie that several processes read: a folder or an object store, behind one small interface."""
