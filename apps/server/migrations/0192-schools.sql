-- Consent by code: a school may ask for a guardian's SMS code before a finger is enrolled, and take no paper for it.
ALTER TABLE schools ADD COLUMN require_consent_code boolean NOT NULL DEFAULT false;
