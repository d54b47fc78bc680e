-- Till that a school demands: why cash is not moved by somebody without an open one, as refused_by_rule has it, or null. An open
-- till stays open until the transaction ends, so that the cash is in it.
CREATE OR REPLACE FUNCTION refused_without_till(the_school uuid, the_user uuid) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM tills t
  WHERE t.school_id = the_school AND t.user_id = the_user AND t.closed_at IS NULL FOR KEY SHARE;
  IF FOUND THEN
    RETURN NULL;
  END IF;
  RETURN jsonb_build_object('problem', 'till.required', 'message',
    'Open your till first. This school handles cash only through tills.', 'detail', '{}'::jsonb);
END $$;
