-- Sales: several portions and items of one student at once, paid for by one journal entry.

ALTER TABLE meals
  -- Portions of the item that the row is about.
  ADD COLUMN portions int NOT NULL DEFAULT 1 CHECK (portions BETWEEN 1 AND 100),
  -- The sale of which it is a line, which has the id of its journal entry; null for a portion that was handed out by itself.
  ADD COLUMN sale_id uuid,
  DROP CONSTRAINT meals_check,
  ADD CONSTRAINT meals_entry_of_sale CHECK (entry_id = COALESCE(sale_id, id)),
  ADD CONSTRAINT meals_sale_line CHECK (sale_id IS NOT NULL OR portions = 1);
CREATE UNIQUE INDEX meals_sale ON meals (school_id, sale_id, item_id) WHERE sale_id IS NOT NULL;
