"""The language server: the only room that knows the Language Server Protocol."""
