-- Maker of the change that money waits for: a meal in the meantime is handed out by somebody else.
ALTER TABLE money_holds ADD COLUMN by_user uuid;
GRANT UPDATE (by_user) ON money_holds TO mfuko_app;
