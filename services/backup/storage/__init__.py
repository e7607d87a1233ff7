"""Where a repository lies: a folder or an object store, behind one small interface."""
