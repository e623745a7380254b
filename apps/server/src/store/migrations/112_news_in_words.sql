-- What news announces of a corporate action, by kind and values: it is worded for each reader. Headline and body of
-- such news are in English, for keywords to be found in; news of earlier releases have these alone.
ALTER TABLE news ADD COLUMN announcement jsonb;
