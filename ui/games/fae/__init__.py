"""Window part of Fae."""
