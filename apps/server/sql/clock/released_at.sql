-- Release date: the newest package of this release came out then, so a clock that says less is wrong. A release sets it anew.
CREATE OR REPLACE FUNCTION released_at() RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$ SELECT timestamptz '2026-09-24 00:00:00+00' $$;
