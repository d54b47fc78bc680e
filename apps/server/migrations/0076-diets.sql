-- Diets: what an item contains, what a student may not be given, and the portions that were handed out all the same.
ALTER TABLE menu_items ADD COLUMN allergens text[] NOT NULL DEFAULT '{}' CHECK (cardinality(allergens) <= 20);
GRANT UPDATE (allergens) ON menu_items TO mfuko_app;

-- Data about a child's health: read one child at a time, never in a list.
ALTER TABLE students
  ADD COLUMN allergens text[] NOT NULL DEFAULT '{}' CHECK (cardinality(allergens) <= 20),
  -- Ids of menu items that the family does not want. An item that is taken off may come back, so its id stays.
  ADD COLUMN blocked_menu_items uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(blocked_menu_items) <= 100);

-- Why a portion was handed out although it contains what the student may not eat.
ALTER TABLE meals ADD COLUMN override_reason text CHECK (length(override_reason) BETWEEN 1 AND 200);
SELECT make_blankable('meals', 'longitude', 'latitude', 'override_reason');
