"""Vectors of texts, from weights in a folder of this machine or from a server that the user names."""
