-- By which PIN or finger held cash went out, as money_holds names it: a second person's word is held against the change of that one. Null of a server of before.
ALTER TABLE held_cash_outs ADD COLUMN means text;
