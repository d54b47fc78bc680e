-- PIN hash made under the pepper of another installation, with the identifier of that pepper: no PIN can be compared with it here. It
-- proves again where the school returns to the installation with this pepper.
ALTER TABLE students ADD COLUMN pin_hash_elsewhere text, ADD COLUMN pin_pepper_elsewhere text,
  ADD CONSTRAINT students_pin_elsewhere CHECK (num_nonnulls(pin_hash_elsewhere, pin_pepper_elsewhere) IN (0, 2)
    AND (pin_hash IS NULL OR pin_hash_elsewhere IS NULL));
ALTER TABLE students DROP CONSTRAINT students_erased,
  ADD CONSTRAINT students_erased CHECK (erased_at IS NULL
    OR (deleted_at IS NOT NULL AND pin_hash IS NULL AND pin_hash_elsewhere IS NULL));
