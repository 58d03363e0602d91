"""What is worth telling an author: one file a rule, evidence in, findings out."""
