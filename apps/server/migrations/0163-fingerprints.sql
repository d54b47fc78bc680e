-- Impressions of a finger that was enrolled anew go back together: each names all that came in their place. Null where one took the place of one.
ALTER TABLE replaced_fingerprints ADD COLUMN anew_ids uuid[];
