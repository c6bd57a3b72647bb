"""Compiled kernels: the only package that imports numba.

The package is sealed: kernels call only functions and read only constants of this package
(tables come in as arguments), because numba's cache does not notice an edit in another
file. Importing this package imports nothing; import the module that is needed:

``_jit``
    the `jit` decorator and the place of the compiled cache.
``show``
    points of many hands, in total and by category.
``ranksums``
    what the ranks contribute to every toss of all 18,395 six-rank multisets.
``discard``
    hand and crib sums of all 15 tosses of many deals, and which toss is best.
``sweep``
    totals over every deal of a range of six-rank multisets.
``suit_classes``
    one deal for each class of deals that differ only in the names of the suits.
``avoidance``
    how many hands of an opponent avoid known ranks, weighted by what they throw.
``table_cribs``
    average cribs of many deals from compact tables, and the tosses that are best.
``opponent_hands``
    every hand an opponent with a policy can hold beside a deal.
``text``, ``text_out``
    rows of cards from bytes, and rows of results to bytes.
"""
