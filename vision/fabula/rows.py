"""How both players lay their cards, in table mm: x right, y to the near player, the middle at 250, 200."""

TABLE_MM = (500.0, 400.0)
"""Width and depth of the area with both players' rows."""
BATTLE_MM, BASES_MM = 254.0, 350.0
"""y of the near player's rows, mm."""
BASE_COLUMNS_MM = (44.0, 122.0, 200.0, 278.0, 356.0)
BATTLE_COLUMNS_MM = (50.0, 126.0, 202.0, 278.0, 354.0)
PILES_MM = 458.0
BACK = "back"
"""Name of a card that lies face down."""
