-- The most cash, in whole shillings and as cents, that a balance pays for together with the fee on it. An amount and its fee
-- grow together, so that the most is found by halving.
CREATE OR REPLACE FUNCTION max_cash_for_balance(the_school uuid, the_balance bigint) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  enough bigint := 0;
  most bigint := the_balance / 100;
  tried bigint;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM fee_rules f WHERE f.school_id = the_school AND f.kind = 'cash-out') THEN
    RETURN most * 100;
  END IF;
  WHILE enough < most LOOP
    tried := (enough + most + 1) / 2;
    IF tried * 100 + fee_of(the_school, 'cash-out', tried * 100) <= the_balance THEN
      enough := tried;
    ELSE
      most := tried - 1;
    END IF;
  END LOOP;
  RETURN enough * 100;
END $$;
