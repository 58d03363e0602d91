"""Tables out of pictures of pages, by models that see; what they say is checked against the text of the page."""
