"""What a course kit is made of."""
