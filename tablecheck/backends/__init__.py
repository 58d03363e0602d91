"""Optional helpers that need a model: a chat or embeddings server that the user names, or weights in a folder."""
