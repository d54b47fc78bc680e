-- PINs that were made together: the bell tells of the children who leave by them together too (decision 161).
ALTER TABLE money_holds ADD COLUMN made_in uuid;
GRANT UPDATE (made_in) ON money_holds TO mfuko_app;
