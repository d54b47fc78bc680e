-- Open payment: one that somebody told of and that may still be booked without anybody's doing: M-Pesa is asked for some eight hours, and lists what
-- was paid for 48; or one that a statement tells, which M-Pesa is asked about or two people decide. After that it is given up: what tells of it
-- later is decided by two people.
CREATE OR REPLACE FUNCTION is_open_payment(the_payment payments) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT the_payment.state IN ('told', 'unknown') AND (
    the_payment.reported_at > now() - interval '50 hours'
    OR the_payment.in_statement AND (the_payment.provider_answer IS NULL OR the_payment.approved_in IS NULL AND NOT the_payment.doubted))
$$;
