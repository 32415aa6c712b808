"""Developer's tools that make the fonts and pictures of the design; `make art` runs them.

Their results are committed, so the app needs neither these tools nor npm. All pictures come from a seed: the
same inputs and library versions give the same bytes.
"""
