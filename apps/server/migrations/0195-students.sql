-- Wrong PINs of a whole school are counted by the hour, whoever entered them.
CREATE INDEX pin_misses_school ON pin_misses (school_id, at);
