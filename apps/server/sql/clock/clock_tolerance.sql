-- Clock tolerance: a clock stepped by its time service, or a replica that takes over, may be a little behind the newest
-- journal entry. Less than the 10 seconds of a double press, and far less than the 10 minutes that a day stays open after its end.
CREATE OR REPLACE FUNCTION clock_tolerance() RETURNS interval LANGUAGE sql IMMUTABLE AS $$ SELECT interval '5 seconds' $$;
