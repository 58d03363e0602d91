"""The local page: the files of one manuscript and the language server, for one browser on this machine."""
