-- Writes journal entries whose legs are known, with the receipts of those that have one. A wallet takes over what its leg
-- says; its row must be locked, and no two of the legs may be of one wallet. One statement for each table, however many
-- the entries are: what a statement costs beside its rows is paid for all.
CREATE OR REPLACE FUNCTION write_journal_entries(entries journal_entries[], legs postings[], slips receipts[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE accounts a SET balance = l.balance_after, newest_position = l.position
  FROM unnest(legs) AS l
  WHERE l.position IS NOT NULL AND a.school_id = l.school_id AND a.id = l.account_id
    -- By the index, whatever the planner believes of the table.
    AND a.id = ANY (ARRAY(SELECT w.account_id FROM unnest(legs) AS w WHERE w.position IS NOT NULL));
  INSERT INTO journal_entries SELECT * FROM unnest(entries);
  INSERT INTO postings SELECT * FROM unnest(legs);
  INSERT INTO receipts SELECT * FROM unnest(slips);
END $$;
