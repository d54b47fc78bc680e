-- Codes that went out within a minute are counted for the whole platform.
CREATE INDEX sign_in_codes_sent ON sign_in_codes (created_at) WHERE code_hash IS NOT NULL;
