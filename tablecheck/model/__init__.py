"""What the program talks about: frozen values that read nothing, write nothing and import nothing of ours."""
