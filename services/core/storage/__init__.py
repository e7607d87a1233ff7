"""Storage of files that several processes read: a folder or an object store, behind one small interface."""
