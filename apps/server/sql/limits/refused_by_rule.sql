-- Spending rules of the school and wishes of guardians: {"problem", "message", "detail"} of the rule that forbids a journal entry,
-- or null. Asked under the lock of the wallet.
CREATE OR REPLACE FUNCTION refused_by_rule(
  the_school uuid, the_entry_kind text, the_student uuid, the_amount bigint, the_user uuid, the_method text
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  broken record;
  whose text;
  room text;
BEGIN
  IF the_entry_kind NOT IN ('cash-out', 'canteen', 'item') THEN
    RETURN NULL;
  END IF;
  PERFORM 1 FROM pocket_limits WHERE school_id = the_school LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  -- Order: a rule that no smaller amount would satisfy comes first, then the limit that leaves the least, so that the amount
  -- told to be left can be paid out. An approval is asked for only if it would help.
  SELECT l.rule, l.most, l.used, l.set_by, greatest(l.most - l.used, 0) AS left INTO broken
  FROM pocket_limits_of(the_school, the_student) AS l
  WHERE (l.rule IN ('finger-alone', 'first-pin') OR (l.rule = 'spending') = (the_entry_kind <> 'cash-out')) AND CASE l.rule
    WHEN 'no-cash' THEN true
    WHEN 'on-campus' THEN NOT is_checked_in(the_school, the_student)
    WHEN 'cash-outs' THEN l.used >= l.most
    WHEN 'finger-alone' THEN the_method = 'fingerprint' AND the_amount > l.most
    -- Nobody stays hungry for a PIN.
    WHEN 'first-pin' THEN the_method = 'pin' AND the_entry_kind <> 'canteen' AND the_amount > l.most - l.used
    WHEN 'approval' THEN the_amount > l.most - l.used AND live_approval(the_school, the_student, the_user, the_amount) IS NULL
    ELSE the_amount > l.most - l.used END
  ORDER BY CASE l.rule WHEN 'no-cash' THEN 1 WHEN 'on-campus' THEN 2 WHEN 'cash-outs' THEN 3 WHEN 'approval' THEN 5 ELSE 4 END,
           greatest(l.most - l.used, 0)
  LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  whose := CASE broken.set_by WHEN 'school' THEN 'set by the school' WHEN 'class' THEN 'set for the class'
                              WHEN 'student' THEN 'set for this student' ELSE 'requested by the guardian' END;
  room := 'KES ' || to_char(broken.left / 100.0, 'FM999,999,990.00');
  RETURN jsonb_build_object(
    'problem', CASE broken.rule
      WHEN 'no-cash' THEN 'wallet.no-cash' WHEN 'on-campus' THEN 'wallet.not-on-campus'
      WHEN 'cash-outs' THEN 'wallet.too-many-cash-outs' WHEN 'cash-out' THEN 'wallet.over-cash-out-limit'
      WHEN 'day' THEN 'wallet.over-day-limit' WHEN 'week' THEN 'wallet.over-week-limit'
      WHEN 'spending' THEN 'wallet.over-spending-limit' WHEN 'finger-alone' THEN 'wallet.pin-needed' WHEN 'first-pin' THEN 'wallet.own-pin-needed' ELSE 'wallet.needs-approval' END,
    'message', format(CASE broken.rule
      WHEN 'no-cash' THEN 'This student may not be paid cash (%2$s).'
      WHEN 'on-campus' THEN 'Cash is paid out only to students who are checked in today (%2$s).'
      WHEN 'cash-outs' THEN 'This student has had the maximum number of cash-outs today: %4$s (%2$s).'
      WHEN 'cash-out' THEN 'This is over the limit for one cash-out: KES %1$s (%2$s).'
      WHEN 'day' THEN 'This is over the daily cash-out limit: KES %1$s (%2$s). Left today: %3$s.'
      WHEN 'week' THEN 'This is over the weekly cash-out limit: KES %1$s (%2$s). Left this week: %3$s.'
      WHEN 'spending' THEN 'This is over the daily spending limit: KES %1$s (%2$s). Left today: %3$s.'
      WHEN 'finger-alone' THEN 'Above KES %1$s a finger alone is not enough (%2$s). Use the PIN.'
      WHEN 'first-pin' THEN 'A PIN set by the office pays out at most KES %1$s (%2$s). Left: %3$s. Let the student choose their own PIN first.'
      ELSE CASE WHEN broken.used = 0 THEN 'A second person must approve a cash-out above KES %1$s (%2$s).'
        ELSE 'A second person must approve more than KES %1$s in a day (%2$s). Left today without approval: %3$s.' END END,
      to_char(broken.most / 100.0, 'FM999,999,990.00'), whose, room, broken.most),
    'detail', jsonb_build_object(
      'limit', CASE broken.rule WHEN 'cash-outs' THEN broken.most ELSE round(broken.most / 100.0, 2) END,
      'left', CASE broken.rule WHEN 'cash-outs' THEN broken.left ELSE round(broken.left / 100.0, 2) END,
      'setBy', broken.set_by));
END $$;
