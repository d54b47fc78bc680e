-- Schools whose SchoolAdmins do nothing before they have a second factor.
ALTER TABLE schools ADD COLUMN require_second_factor boolean NOT NULL DEFAULT false;
