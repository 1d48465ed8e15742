"""What a file may say: types and forms, and keys against each other."""
