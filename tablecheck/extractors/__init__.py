"""Ways to read tables out of a document: one file a way, bytes in, tables and problems out."""
