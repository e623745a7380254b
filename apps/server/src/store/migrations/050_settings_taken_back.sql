-- A setting that a firm or the host takes back has no row any more: what is in force without it counts again.
GRANT DELETE ON settings TO tradebook_desk;
