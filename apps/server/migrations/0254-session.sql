-- An authenticator that is being set up is of the session that began it: another one of the same person, perhaps a stolen one, is shown another secret. Null
-- of a server of before, which any session confirms.
ALTER TABLE second_factors ADD COLUMN pending_session bytea;
