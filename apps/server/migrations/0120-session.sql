-- Session: from which address a code was asked for, as a keyed hash; null for this machine itself. Gone with its row after a day or so.
ALTER TABLE sign_in_codes ADD caller_hash bytea;
