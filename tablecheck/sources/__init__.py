"""Finds the documents of the cited papers; the only room that may meet the network."""
