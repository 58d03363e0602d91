"""Asks other people's servers politely, and lets none of them cost more than it may."""
