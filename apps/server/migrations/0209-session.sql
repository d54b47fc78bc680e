-- Address in which somebody signed in with a browser, as a keyed digest: whoever comes from there in a new one has codes of their own.
ALTER TABLE known_devices ADD COLUMN caller_hash bytea;
