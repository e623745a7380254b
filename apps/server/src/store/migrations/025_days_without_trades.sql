-- A day on which a security did not trade has no price but its close, in a generated history too.
UPDATE daily_statistics SET open_px = NULL, high_px = NULL, low_px = NULL, last_px = NULL WHERE volume = 0;
