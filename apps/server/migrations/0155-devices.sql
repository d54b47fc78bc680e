-- Signed captures: a linked reader may be paired, after which a picture that names it needs its signature.
ALTER TABLE devices
  -- SPKI in DER, of P-256; NULL: the reader is not paired.
  ADD COLUMN capture_key bytea;
GRANT UPDATE (capture_key) ON devices TO mfuko_app;

-- Schools that take fingers from paired readers only.
ALTER TABLE schools ADD COLUMN require_signed_captures boolean NOT NULL DEFAULT false;
