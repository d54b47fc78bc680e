-- First means: a school may have money by a first PIN or a first finger wait as money by a changed one does.
ALTER TABLE schools ADD COLUMN hold_first_means boolean NOT NULL DEFAULT false;
