"""What a client may send: each handler translates, asks, and translates back."""
