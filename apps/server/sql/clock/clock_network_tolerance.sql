-- Network tolerance: how far the clock may be from the network's time. Half of the time that a day stays open after its end,
-- so that no journal entry recorded within it comes into a closed day.
CREATE OR REPLACE FUNCTION clock_network_tolerance() RETURNS interval LANGUAGE sql IMMUTABLE AS $$ SELECT interval '5 minutes' $$;
