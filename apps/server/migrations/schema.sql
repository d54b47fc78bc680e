-- Made from the migrations by `npm run db:schema`, for reading; `npm run check` holds the tables to their law by it.

-- distributed
CREATE TABLE absence_days (
  school_id uuid NOT NULL,
  day date NOT NULL,
  decision text NOT NULL,
  decided_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  pressed_by uuid,
  done_at timestamp with time zone,
  CONSTRAINT absence_days_pkey PRIMARY KEY (school_id, day),
  CONSTRAINT absence_days_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT absence_days_decision_check CHECK ((decision = ANY (ARRAY['send'::text, 'held'::text])))
);
ALTER TABLE absence_days FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON absence_days FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON absence_days TO mfuko_app;

-- distributed
CREATE TABLE absence_excuses (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  day date NOT NULL,
  reason text NOT NULL,
  note text,
  excused_by uuid NOT NULL,
  excused_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT absence_excuses_pkey PRIMARY KEY (school_id, student_id, day),
  CONSTRAINT absence_excuses_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT absence_excuses_note_check CHECK (((length(note) >= 1) AND (length(note) <= 200))),
  CONSTRAINT absence_excuses_reason_check CHECK ((reason = ANY (ARRAY['sick'::text, 'leave'::text, 'other'::text])))
);
CREATE INDEX absence_excuses_day ON public.absence_excuses USING btree (school_id, day);
ALTER TABLE absence_excuses FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON absence_excuses FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON absence_excuses TO mfuko_app;

-- reference: schools share a short code, and none may take the prefix of another
CREATE TABLE account_prefixes (
  code text NOT NULL,
  prefix text NOT NULL,
  school_id uuid NOT NULL,
  CONSTRAINT account_prefixes_pkey PRIMARY KEY (code, prefix),
  CONSTRAINT account_prefixes_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id)
);
CREATE INDEX account_prefixes_school ON public.account_prefixes USING btree (school_id);
ALTER TABLE account_prefixes FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON account_prefixes FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY shared_code ON account_prefixes FOR SELECT USING ((code = current_setting('app.short_code'::text, true)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.account_prefixes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.account_prefixes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON account_prefixes TO mfuko_app;

-- local: of a person who signs in, whichever school that is
CREATE TABLE account_presences (
  user_id uuid NOT NULL,
  begun_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  last_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT account_presences_pkey PRIMARY KEY (user_id, begun_at),
  CONSTRAINT account_presences_check CHECK ((last_at >= begun_at))
);
GRANT DELETE, INSERT, SELECT, UPDATE ON account_presences TO mfuko_app;

-- local: who of two accounts is one person, looked at in every school
CREATE TABLE account_ties (
  user_id uuid NOT NULL,
  by_user uuid NOT NULL,
  why text NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  until_confirmed boolean NOT NULL DEFAULT true,
  confirmed_by uuid,
  confirmed_at timestamp with time zone,
  CONSTRAINT account_ties_pkey PRIMARY KEY (user_id, by_user, why, at),
  CONSTRAINT account_ties_confirmed CHECK (((confirmed_by IS NULL) = (confirmed_at IS NULL))),
  CONSTRAINT account_ties_confirmed_by_another CHECK (((confirmed_by <> user_id) AND (confirmed_by <> by_user))),
  CONSTRAINT account_ties_why_check CHECK ((why = ANY (ARRAY['made'::text, 'number'::text])))
);
CREATE TRIGGER two_hands BEFORE UPDATE OF confirmed_by ON public.account_ties FOR EACH ROW WHEN ((new.confirmed_by IS NOT NULL)) EXECUTE FUNCTION refuse_one_hand('by_user', 'confirmed_by');
GRANT INSERT, SELECT ON account_ties TO mfuko_app;
GRANT UPDATE (confirmed_by, confirmed_at) ON account_ties TO mfuko_app;

-- distributed
CREATE TABLE accounts (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  student_id uuid,
  user_id uuid,
  balance bigint,
  newest_position bigint NOT NULL DEFAULT 0,
  closed boolean NOT NULL DEFAULT false,
  CONSTRAINT accounts_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT accounts_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT accounts_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT accounts_check CHECK (((kind = 'wallet'::text) = (student_id IS NOT NULL))),
  CONSTRAINT accounts_check1 CHECK (((kind = 'wallet'::text) = (balance IS NOT NULL))),
  CONSTRAINT accounts_kind_check CHECK ((kind = ANY (ARRAY['wallet'::text, 'cash-desk'::text, 'm-pesa'::text, 'canteen-income'::text, 'item-income'::text, 'platform-fees'::text, 'suspense'::text, 'payouts'::text, 'till'::text, 'till-variance'::text, 'bank'::text, 'other-money'::text, 'meal-subsidy'::text]))),
  CONSTRAINT accounts_till_has_agent CHECK (((kind = 'till'::text) = (user_id IS NOT NULL))),
  CONSTRAINT closed_wallet_is_empty CHECK (((NOT closed) OR (balance = 0))),
  CONSTRAINT wallet_never_below_zero CHECK ((balance >= 0))
);
CREATE UNIQUE INDEX accounts_school ON public.accounts USING btree (school_id, kind) WHERE ((student_id IS NULL) AND (user_id IS NULL));
CREATE UNIQUE INDEX accounts_student ON public.accounts USING btree (school_id, student_id);
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON accounts FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY platform_reads ON accounts FOR SELECT USING (COALESCE((current_setting('app.scope'::text, true) = 'platform'::text), false));
CREATE CONSTRAINT TRIGGER balance_is_posted AFTER INSERT OR UPDATE ON public.accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.kind = 'wallet'::text)) EXECUTE FUNCTION refuse_unposted_balance();
CREATE TRIGGER student_is_there BEFORE INSERT ON public.accounts FOR EACH ROW WHEN ((new.student_id IS NOT NULL)) EXECUTE FUNCTION refuse_deleted_student();
GRANT INSERT, SELECT ON accounts TO mfuko_app;
GRANT UPDATE (balance, newest_position, closed) ON accounts TO mfuko_app;

-- distributed
CREATE TABLE alarms (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  about_school uuid,
  detail text,
  raised_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  notified_at timestamp with time zone,
  CONSTRAINT alarms_pkey PRIMARY KEY (school_id, id)
);
CREATE INDEX alarms_raised ON public.alarms USING btree (school_id, raised_at);
CREATE INDEX alarms_waiting ON public.alarms USING btree (school_id) WHERE (notified_at IS NULL);
ALTER TABLE alarms FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON alarms FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON alarms TO mfuko_app;
GRANT UPDATE (notified_at) ON alarms TO mfuko_app;

-- distributed
CREATE TABLE announcements (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  text_en text,
  text_sw text,
  class_id uuid,
  class_name text,
  recipients integer NOT NULL,
  by_user uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  spread_at timestamp with time zone,
  waits_for text[] NOT NULL DEFAULT '{}'::text[],
  decision text,
  decided_by uuid,
  decided_at timestamp with time zone,
  CONSTRAINT announcements_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT announcement_decided CHECK ((((decision IS NULL) = (decided_by IS NULL)) AND ((decision IS NULL) = (decided_at IS NULL)))),
  CONSTRAINT announcement_second_person CHECK (((decision IS DISTINCT FROM 'approved'::text) OR (decided_by <> by_user))),
  CONSTRAINT announcements_check CHECK (((text_en IS NOT NULL) OR (text_sw IS NOT NULL))),
  CONSTRAINT announcements_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text]))),
  CONSTRAINT announcements_recipients_check CHECK ((recipients >= 1)),
  CONSTRAINT announcements_text_en_check CHECK (((length(text_en) >= 1) AND (length(text_en) <= 480))),
  CONSTRAINT announcements_text_sw_check CHECK (((length(text_sw) >= 1) AND (length(text_sw) <= 480))),
  CONSTRAINT announcements_waits_for_check CHECK ((waits_for <@ ARRAY['recipients'::text, 'payment'::text]))
);
CREATE INDEX announcements_newest ON public.announcements USING btree (school_id, created_at);
ALTER TABLE announcements FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON announcements FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON public.announcements FOR EACH ROW WHEN ((new.decision = 'approved'::text)) EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
GRANT INSERT, SELECT ON announcements TO mfuko_app;
GRANT UPDATE (recipients, spread_at, decision, decided_by, decided_at) ON announcements TO mfuko_app;

-- distributed
CREATE TABLE api_keys (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  app_id text NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  token_hash bytea NOT NULL,
  old_token_hash bytea,
  old_token_until timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamp with time zone,
  paced_until timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  revoked_at timestamp with time zone,
  daily_deposit_limit bigint NOT NULL DEFAULT 50000000,
  deposits_day date,
  deposited bigint NOT NULL DEFAULT 0,
  CONSTRAINT api_keys_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT api_keys_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT api_keys_daily_deposit_limit_check CHECK ((daily_deposit_limit > 0)),
  CONSTRAINT api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CONSTRAINT api_keys_scopes_check CHECK ((scopes <@ ARRAY['balances'::text, 'attendance'::text, 'deposits'::text]))
);
CREATE INDEX api_keys_any_school ON public.api_keys USING btree (app_id);
CREATE UNIQUE INDEX api_keys_app_id ON public.api_keys USING btree (school_id, app_id);
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON api_keys FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY platform_reads ON api_keys FOR SELECT USING (COALESCE((current_setting('app.scope'::text, true) = 'platform'::text), false));
GRANT INSERT, SELECT ON api_keys TO mfuko_app;
GRANT UPDATE (name, scopes, token_hash, old_token_hash, old_token_until, last_used_at, paced_until, revoked_at, daily_deposit_limit, deposits_day, deposited) ON api_keys TO mfuko_app;

-- distributed
CREATE TABLE attendance_notices (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  day date NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  phones integer NOT NULL,
  notified_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  arrival_notified_at timestamp with time zone,
  CONSTRAINT attendance_notices_pkey PRIMARY KEY (school_id, student_id, day),
  CONSTRAINT attendance_notices_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT attendance_notices_kind_check CHECK ((kind = ANY (ARRAY['absent'::text, 'late'::text])))
);
CREATE INDEX attendance_notices_day ON public.attendance_notices USING btree (school_id, day);
ALTER TABLE attendance_notices FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON attendance_notices FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON attendance_notices TO mfuko_app;
GRANT UPDATE (arrival_notified_at) ON attendance_notices TO mfuko_app;

-- distributed
CREATE TABLE audit_chain (
  school_id uuid NOT NULL,
  "position" bigint NOT NULL,
  event_id uuid NOT NULL,
  sealed_at timestamp with time zone NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_chain_pkey PRIMARY KEY (school_id, "position"),
  CONSTRAINT audit_chain_school_id_event_id_key UNIQUE (school_id, event_id),
  CONSTRAINT audit_chain_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT audit_chain_position_check CHECK (("position" > 0))
);
ALTER TABLE audit_chain FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON audit_chain FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.audit_chain FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON audit_chain TO mfuko_app;

-- distributed
CREATE TABLE audit_events (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  actor_id uuid,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id uuid,
  detail jsonb NOT NULL DEFAULT '{}'::jsonb,
  request_id text,
  proof bytea,
  CONSTRAINT audit_events_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT audit_events_have_origin CHECK ((request_id IS NOT NULL)),
  CONSTRAINT audit_events_proof_check CHECK ((length(proof) = 32))
);
CREATE INDEX audit_events_finger_misses ON public.audit_events USING btree (school_id, at, subject_id) WHERE (action = ANY (ARRAY['fingerprint.no-match'::text, 'fingerprint.not-renewed'::text]));
CREATE INDEX audit_events_subject ON public.audit_events USING btree (school_id, subject_id, at);
ALTER TABLE audit_events FORCE ROW LEVEL SECURITY;
CREATE POLICY about_own_school ON audit_events FOR SELECT USING (((school_id = '00000000-0000-0000-0000-000000000000'::uuid) AND (subject_kind = 'school'::text) AND (subject_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid)));
CREATE POLICY own_school ON audit_events FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.audit_events FOR EACH ROW EXECUTE FUNCTION refuse_unless_redacted();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER await_seal AFTER INSERT ON public.audit_events FOR EACH ROW EXECUTE FUNCTION await_seal();
GRANT SELECT ON audit_events TO mfuko_app;
GRANT INSERT (school_id, id, actor_id, action, subject_kind, subject_id, detail, request_id, proof) ON audit_events TO mfuko_app;
GRANT UPDATE (detail) ON audit_events TO mfuko_app;

-- distributed
CREATE TABLE audit_redactions (
  school_id uuid NOT NULL,
  event_id uuid NOT NULL,
  mac bytea NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT audit_redactions_pkey PRIMARY KEY (school_id, event_id),
  CONSTRAINT audit_redactions_school_id_event_id_fkey FOREIGN KEY (school_id, event_id) REFERENCES audit_events(school_id, id)
);
ALTER TABLE audit_redactions FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON audit_redactions FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON audit_redactions TO mfuko_app;
GRANT UPDATE (mac) ON audit_redactions TO mfuko_app;

-- distributed
CREATE TABLE audit_waiting (
  school_id uuid NOT NULL,
  event_id uuid NOT NULL,
  before_proofs boolean NOT NULL DEFAULT false,
  CONSTRAINT audit_waiting_pkey PRIMARY KEY (school_id, event_id)
);
ALTER TABLE audit_waiting FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON audit_waiting FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY platform_reads ON audit_waiting FOR SELECT USING (COALESCE((current_setting('app.scope'::text, true) = 'platform'::text), false));
GRANT DELETE, SELECT ON audit_waiting TO mfuko_app;
GRANT INSERT (school_id, event_id) ON audit_waiting TO mfuko_app;

-- local: of a person who signs in, whichever school that is
CREATE TABLE backup_code_tries (
  id uuid NOT NULL,
  phone_hash bytea NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT backup_code_tries_pkey PRIMARY KEY (id)
);
CREATE INDEX backup_code_tries_phone ON public.backup_code_tries USING btree (phone_hash, at);
GRANT DELETE, INSERT, SELECT ON backup_code_tries TO mfuko_app;

-- local: of a person who signs in, whichever school that is
CREATE TABLE backup_codes (
  user_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  used_at timestamp with time zone,
  CONSTRAINT backup_codes_pkey PRIMARY KEY (user_id, code_hash)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON backup_codes TO mfuko_app;

-- local: of this installation
CREATE TABLE backup_marks (
  kind text NOT NULL,
  subject text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT backup_marks_pkey PRIMARY KEY (kind, subject),
  CONSTRAINT backup_marks_kind_check CHECK ((kind = ANY (ARRAY['copied'::text, 'key-proven'::text])))
);
GRANT INSERT, SELECT, UPDATE ON backup_marks TO mfuko_app;

-- distributed
CREATE TABLE bank_slips (
  school_id uuid NOT NULL,
  slip text NOT NULL,
  number integer NOT NULL,
  entry_id uuid NOT NULL,
  CONSTRAINT bank_slips_pkey PRIMARY KEY (school_id, slip, number),
  CONSTRAINT bank_slips_school_id_entry_id_fkey FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries(school_id, id),
  CONSTRAINT bank_slips_number_check CHECK ((number >= 1)),
  CONSTRAINT bank_slips_slip_check CHECK ((slip <> ''::text))
);
ALTER TABLE bank_slips FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON bank_slips FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.bank_slips FOR EACH ROW EXECUTE FUNCTION refuse_unless_blanked('slip');
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.bank_slips FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER use_slip_approval AFTER INSERT ON public.bank_slips FOR EACH ROW WHEN ((new.number > 1)) EXECUTE FUNCTION use_slip_approval();
GRANT INSERT, SELECT ON bank_slips TO mfuko_app;

-- distributed
CREATE TABLE bank_transfers (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  way text NOT NULL,
  amount bigint NOT NULL,
  reference text NOT NULL,
  slip text NOT NULL,
  by_user uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  decision text,
  decided_by uuid,
  decided_at timestamp with time zone,
  entry_id uuid,
  CONSTRAINT bank_transfers_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT bank_transfers_school_id_entry_id_fkey FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries(school_id, id),
  CONSTRAINT bank_transfers_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT bank_transfer_second_person CHECK (((decision IS DISTINCT FROM 'approved'::text) OR (decided_by <> by_user))),
  CONSTRAINT bank_transfers_amount_check CHECK ((amount > 0)),
  CONSTRAINT bank_transfers_check CHECK ((num_nulls(decision, decided_by, decided_at) = ANY (ARRAY[0, 3]))),
  CONSTRAINT bank_transfers_check1 CHECK (((NOT (decision IS DISTINCT FROM 'approved'::text)) = (entry_id IS NOT NULL))),
  CONSTRAINT bank_transfers_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text]))),
  CONSTRAINT bank_transfers_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 60))),
  CONSTRAINT bank_transfers_slip_check CHECK ((slip <> ''::text)),
  CONSTRAINT bank_transfers_way_check CHECK ((way = ANY (ARRAY['to-bank'::text, 'to-desk'::text])))
);
CREATE UNIQUE INDEX bank_transfers_entry ON public.bank_transfers USING btree (school_id, entry_id) WHERE (entry_id IS NOT NULL);
CREATE UNIQUE INDEX bank_transfers_slip ON public.bank_transfers USING btree (school_id, slip) WHERE (decision IS DISTINCT FROM 'rejected'::text);
ALTER TABLE bank_transfers FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON bank_transfers FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON public.bank_transfers FOR EACH ROW WHEN ((new.decision = 'approved'::text)) EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
GRANT SELECT ON bank_transfers TO mfuko_app;
GRANT INSERT (school_id, id, way, amount, reference, slip, by_user) ON bank_transfers TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at, entry_id) ON bank_transfers TO mfuko_app;

-- distributed
CREATE TABLE book_amendment_proposals (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  day date NOT NULL,
  seen bytea NOT NULL,
  reason text NOT NULL,
  by_user uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  decision text,
  decided_by uuid,
  decided_at timestamp with time zone,
  CONSTRAINT book_amendment_proposals_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT book_amendment_proposals_school_id_day_fkey FOREIGN KEY (school_id, day) REFERENCES book_days(school_id, day),
  CONSTRAINT amendment_second_person CHECK (((decision IS DISTINCT FROM 'approved'::text) OR (decided_by <> by_user))),
  CONSTRAINT book_amendment_proposals_check CHECK ((num_nulls(decision, decided_by, decided_at) = ANY (ARRAY[0, 3]))),
  CONSTRAINT book_amendment_proposals_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text]))),
  CONSTRAINT book_amendment_proposals_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 200))),
  CONSTRAINT book_amendment_proposals_seen_check CHECK ((length(seen) = 32))
);
CREATE UNIQUE INDEX book_amendment_proposals_open ON public.book_amendment_proposals USING btree (school_id, day) WHERE (decision IS NULL);
ALTER TABLE book_amendment_proposals FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON book_amendment_proposals FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON public.book_amendment_proposals FOR EACH ROW WHEN ((new.decision = 'approved'::text)) EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
GRANT INSERT, SELECT ON book_amendment_proposals TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at) ON book_amendment_proposals TO mfuko_app;

-- distributed
CREATE TABLE book_amendments (
  school_id uuid NOT NULL,
  number integer NOT NULL,
  day date NOT NULL,
  proposal_id uuid NOT NULL,
  newest integer NOT NULL,
  movements integer NOT NULL,
  moved jsonb NOT NULL,
  seals bytea NOT NULL,
  change jsonb NOT NULL,
  reason text NOT NULL,
  proposed_by uuid NOT NULL,
  approved_by uuid NOT NULL,
  replaced bytea NOT NULL,
  hash bytea NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT book_amendments_pkey PRIMARY KEY (school_id, number),
  CONSTRAINT book_amendments_school_id_day_fkey FOREIGN KEY (school_id, day) REFERENCES book_days(school_id, day),
  CONSTRAINT book_amendments_school_id_proposal_id_fkey FOREIGN KEY (school_id, proposal_id) REFERENCES book_amendment_proposals(school_id, id),
  CONSTRAINT amended_by_two CHECK ((approved_by <> proposed_by)),
  CONSTRAINT book_amendments_check CHECK ((length(seals) = (32 * movements))),
  CONSTRAINT book_amendments_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT book_amendments_movements_check CHECK ((movements > 0)),
  CONSTRAINT book_amendments_number_check CHECK ((number > 0)),
  CONSTRAINT book_amendments_replaced_check CHECK ((length(replaced) = 32))
);
CREATE INDEX book_amendments_day ON public.book_amendments USING btree (school_id, day, number);
ALTER TABLE book_amendments FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON book_amendments FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.book_amendments FOR EACH ROW EXECUTE FUNCTION refuse_unless_blanked('reason');
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.book_amendments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON book_amendments TO mfuko_app;
GRANT INSERT (school_id, number, day, proposal_id, newest, movements, moved, seals, change, reason, proposed_by, approved_by, replaced, hash) ON book_amendments TO mfuko_app;

-- distributed
CREATE TABLE book_days (
  school_id uuid NOT NULL,
  day date NOT NULL,
  number integer NOT NULL,
  begins timestamp with time zone NOT NULL,
  ends timestamp with time zone NOT NULL,
  movements integer NOT NULL,
  closing jsonb NOT NULL,
  moved jsonb NOT NULL,
  seals bytea NOT NULL,
  hash bytea NOT NULL,
  closed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT book_days_pkey PRIMARY KEY (school_id, day),
  CONSTRAINT book_days_school_id_number_key UNIQUE (school_id, number),
  CONSTRAINT book_days_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT book_days_check CHECK ((ends > begins)),
  CONSTRAINT book_days_check1 CHECK ((length(seals) = (32 * movements))),
  CONSTRAINT book_days_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT book_days_movements_check CHECK ((movements >= 0)),
  CONSTRAINT book_days_number_check CHECK ((number > 0))
);
ALTER TABLE book_days FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON book_days FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.book_days FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.book_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON book_days TO mfuko_app;
GRANT INSERT (school_id, day, number, begins, ends, movements, closing, moved, seals, hash) ON book_days TO mfuko_app;

-- distributed
CREATE TABLE book_explanations (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  amount bigint NOT NULL,
  reason text NOT NULL,
  by_user uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT book_explanations_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT book_explanations_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT book_explanations_amount_check CHECK ((amount <> 0)),
  CONSTRAINT book_explanations_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 200)))
);
ALTER TABLE book_explanations FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON book_explanations FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.book_explanations FOR EACH ROW EXECUTE FUNCTION refuse_unless_blanked('reason');
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.book_explanations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON book_explanations TO mfuko_app;
GRANT INSERT (school_id, id, amount, reason, by_user) ON book_explanations TO mfuko_app;

-- distributed
CREATE TABLE book_findings (
  school_id uuid NOT NULL,
  place integer NOT NULL,
  whole boolean NOT NULL,
  finding jsonb NOT NULL,
  CONSTRAINT book_findings_pkey PRIMARY KEY (school_id, whole, place),
  CONSTRAINT book_findings_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id)
);
ALTER TABLE book_findings FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON book_findings FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON book_findings TO mfuko_app;

-- distributed
CREATE TABLE book_redactions (
  school_id uuid NOT NULL,
  record_id uuid NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT book_redactions_pkey PRIMARY KEY (school_id, record_id),
  CONSTRAINT book_redactions_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT book_redactions_mac_check CHECK ((length(mac) = 32))
);
ALTER TABLE book_redactions FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON book_redactions FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.book_redactions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.book_redactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON book_redactions TO mfuko_app;

-- distributed
CREATE TABLE book_states (
  school_id uuid NOT NULL,
  checked_at timestamp with time zone NOT NULL,
  whole_at timestamp with time zone,
  difference bigint NOT NULL,
  difference_since timestamp with time zone,
  provider_difference bigint,
  provider_since timestamp with time zone,
  provider_at timestamp with time zone,
  findings integer NOT NULL,
  night_at timestamp with time zone,
  whole_mac bytea,
  CONSTRAINT book_states_pkey PRIMARY KEY (school_id),
  CONSTRAINT book_states_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT book_states_findings_check CHECK ((findings >= 0))
);
ALTER TABLE book_states FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON book_states FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY platform_reads ON book_states FOR SELECT USING (COALESCE((current_setting('app.scope'::text, true) = 'platform'::text), false));
GRANT INSERT, SELECT, UPDATE ON book_states TO mfuko_app;

-- distributed
CREATE TABLE bus_assignments (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  direction text NOT NULL,
  route_id uuid NOT NULL,
  stop_id uuid NOT NULL,
  CONSTRAINT bus_assignments_pkey PRIMARY KEY (school_id, student_id, direction),
  CONSTRAINT bus_assignments_school_id_route_id_stop_id_fkey FOREIGN KEY (school_id, route_id, stop_id) REFERENCES bus_stops(school_id, route_id, id),
  CONSTRAINT bus_assignments_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT bus_assignments_direction_check CHECK ((direction = ANY (ARRAY['toSchool'::text, 'home'::text])))
);
CREATE INDEX bus_assignments_route ON public.bus_assignments USING btree (school_id, route_id, direction);
CREATE INDEX bus_assignments_stop ON public.bus_assignments USING btree (school_id, stop_id);
ALTER TABLE bus_assignments FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON bus_assignments FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON bus_assignments TO mfuko_app;

-- distributed
CREATE TABLE bus_events (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  bus_id uuid NOT NULL,
  kind text NOT NULL,
  method text NOT NULL,
  verified boolean NOT NULL DEFAULT true,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  received_at timestamp with time zone,
  client_key text,
  ends_boarding uuid,
  recorded_by uuid NOT NULL,
  override_reason text,
  longitude double precision,
  latitude double precision,
  scanner_serial text,
  trip_id uuid,
  CONSTRAINT bus_events_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT bus_events_school_id_bus_id_fkey FOREIGN KEY (school_id, bus_id) REFERENCES buses(school_id, id),
  CONSTRAINT bus_events_school_id_ends_boarding_fkey FOREIGN KEY (school_id, ends_boarding) REFERENCES bus_events(school_id, id),
  CONSTRAINT bus_events_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT bus_events_school_id_trip_id_fkey FOREIGN KEY (school_id, trip_id) REFERENCES bus_trips(school_id, id),
  CONSTRAINT bus_events_client_key_check CHECK (((length(client_key) >= 1) AND (length(client_key) <= 255))),
  CONSTRAINT bus_events_kind_check CHECK ((kind = ANY (ARRAY['on'::text, 'off'::text]))),
  CONSTRAINT bus_events_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  CONSTRAINT bus_events_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  CONSTRAINT bus_events_method_check CHECK ((method = ANY (ARRAY['fingerprint'::text, 'pin'::text, 'attested'::text]))),
  CONSTRAINT bus_events_override_reason_check CHECK (((length(override_reason) >= 1) AND (length(override_reason) <= 200)))
);
CREATE INDEX bus_events_at ON public.bus_events USING btree (school_id, at);
CREATE INDEX bus_events_bus ON public.bus_events USING btree (school_id, bus_id, at);
CREATE UNIQUE INDEX bus_events_client_key ON public.bus_events USING btree (school_id, client_key) WHERE (client_key IS NOT NULL);
CREATE UNIQUE INDEX bus_events_ends_boarding ON public.bus_events USING btree (school_id, ends_boarding) WHERE (ends_boarding IS NOT NULL);
CREATE INDEX bus_events_student ON public.bus_events USING btree (school_id, student_id, at);
CREATE INDEX bus_events_trip ON public.bus_events USING btree (school_id, trip_id) WHERE (trip_id IS NOT NULL);
ALTER TABLE bus_events FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON bus_events FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.bus_events FOR EACH ROW EXECUTE FUNCTION refuse_unless_blanked('longitude', 'latitude', 'override_reason');
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.bus_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER not_in_closed_school BEFORE INSERT ON public.bus_events FOR EACH ROW WHEN ((new.kind <> 'on'::text)) EXECUTE FUNCTION refuse_in_closed_school();
CREATE TRIGGER not_in_deleted_school BEFORE INSERT ON public.bus_events FOR EACH ROW WHEN ((new.kind = 'on'::text)) EXECUTE FUNCTION refuse_in_deleted_school();
GRANT INSERT, SELECT ON bus_events TO mfuko_app;
GRANT UPDATE (override_reason, longitude, latitude) ON bus_events TO mfuko_app;

-- distributed
CREATE TABLE bus_positions (
  school_id uuid NOT NULL,
  trip_id uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  accuracy integer,
  sent_by uuid NOT NULL,
  CONSTRAINT bus_positions_pkey PRIMARY KEY (school_id, trip_id, at),
  CONSTRAINT bus_positions_school_id_trip_id_fkey FOREIGN KEY (school_id, trip_id) REFERENCES bus_trips(school_id, id),
  CONSTRAINT bus_positions_accuracy_check CHECK ((accuracy >= 0)),
  CONSTRAINT bus_positions_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  CONSTRAINT bus_positions_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision)))
);
CREATE INDEX bus_positions_at ON public.bus_positions USING btree (school_id, at);
ALTER TABLE bus_positions FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON bus_positions FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON bus_positions TO mfuko_app;

-- distributed
CREATE TABLE bus_routes (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  bus_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  deleted_at timestamp with time zone,
  CONSTRAINT bus_routes_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT bus_routes_school_id_bus_id_fkey FOREIGN KEY (school_id, bus_id) REFERENCES buses(school_id, id),
  CONSTRAINT bus_routes_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);
CREATE INDEX bus_routes_bus ON public.bus_routes USING btree (school_id, bus_id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX bus_routes_name ON public.bus_routes USING btree (school_id, lower(name)) WHERE (deleted_at IS NULL);
ALTER TABLE bus_routes FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON bus_routes FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON bus_routes TO mfuko_app;

-- distributed
CREATE TABLE bus_states (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  kind text,
  bus_id uuid,
  since timestamp with time zone,
  event_id uuid,
  CONSTRAINT bus_states_pkey PRIMARY KEY (school_id, student_id),
  CONSTRAINT bus_states_school_id_bus_id_fkey FOREIGN KEY (school_id, bus_id) REFERENCES buses(school_id, id),
  CONSTRAINT bus_states_school_id_event_id_fkey FOREIGN KEY (school_id, event_id) REFERENCES bus_events(school_id, id),
  CONSTRAINT bus_states_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT bus_states_check CHECK ((num_nulls(kind, bus_id, since, event_id) = ANY (ARRAY[0, 4]))),
  CONSTRAINT bus_states_kind_check CHECK ((kind = ANY (ARRAY['on'::text, 'off'::text])))
);
CREATE INDEX bus_states_aboard ON public.bus_states USING btree (school_id, bus_id) WHERE (kind = 'on'::text);
ALTER TABLE bus_states FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON bus_states FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON bus_states TO mfuko_app;

-- distributed
CREATE TABLE bus_stops (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  route_id uuid NOT NULL,
  "position" integer NOT NULL,
  name text NOT NULL,
  latitude double precision,
  longitude double precision,
  to_school time without time zone,
  home time without time zone,
  CONSTRAINT bus_stops_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT bus_stops_school_id_route_id_id_key UNIQUE (school_id, route_id, id),
  CONSTRAINT bus_stops_school_id_route_id_fkey FOREIGN KEY (school_id, route_id) REFERENCES bus_routes(school_id, id),
  CONSTRAINT bus_stops_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  CONSTRAINT bus_stops_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  CONSTRAINT bus_stops_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);
CREATE INDEX bus_stops_route ON public.bus_stops USING btree (school_id, route_id, "position");
ALTER TABLE bus_stops FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON bus_stops FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON bus_stops TO mfuko_app;

-- distributed
CREATE TABLE bus_trip_expected (
  school_id uuid NOT NULL,
  trip_id uuid NOT NULL,
  student_id uuid NOT NULL,
  stop text NOT NULL,
  CONSTRAINT bus_trip_expected_pkey PRIMARY KEY (school_id, trip_id, student_id),
  CONSTRAINT bus_trip_expected_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT bus_trip_expected_school_id_trip_id_fkey FOREIGN KEY (school_id, trip_id) REFERENCES bus_trips(school_id, id)
);
CREATE INDEX bus_trip_expected_student ON public.bus_trip_expected USING btree (school_id, student_id);
ALTER TABLE bus_trip_expected FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON bus_trip_expected FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON bus_trip_expected TO mfuko_app;

-- distributed
CREATE TABLE bus_trips (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  bus_id uuid NOT NULL,
  direction text NOT NULL,
  route_id uuid,
  opened_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  opened_by uuid NOT NULL,
  closed_at timestamp with time zone,
  closed_by uuid,
  wrong_codes integer NOT NULL DEFAULT 0,
  aboard_after timestamp with time zone,
  alarmed_at timestamp with time zone,
  papers_over text[] NOT NULL DEFAULT '{}'::text[],
  papers_reason text,
  papers_by uuid,
  CONSTRAINT bus_trips_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT bus_trips_school_id_bus_id_fkey FOREIGN KEY (school_id, bus_id) REFERENCES buses(school_id, id),
  CONSTRAINT bus_trips_school_id_route_id_fkey FOREIGN KEY (school_id, route_id) REFERENCES bus_routes(school_id, id),
  CONSTRAINT bus_trips_check CHECK ((num_nulls(closed_at, closed_by) = ANY (ARRAY[0, 2]))),
  CONSTRAINT bus_trips_check1 CHECK (((aboard_after IS NULL) OR (closed_at IS NOT NULL))),
  CONSTRAINT bus_trips_direction_check CHECK ((direction = ANY (ARRAY['toSchool'::text, 'home'::text]))),
  CONSTRAINT bus_trips_papers CHECK (((papers_over <@ ARRAY['inspection'::text, 'insurance'::text]) AND ((papers_over <> '{}'::text[]) OR (num_nulls(papers_reason, papers_by) = 2)))),
  CONSTRAINT bus_trips_papers_reason_check CHECK (((length(papers_reason) >= 1) AND (length(papers_reason) <= 200)))
);
CREATE INDEX bus_trips_bus ON public.bus_trips USING btree (school_id, bus_id, opened_at);
CREATE INDEX bus_trips_late ON public.bus_trips USING btree (school_id, aboard_after) WHERE (aboard_after IS NOT NULL);
CREATE UNIQUE INDEX bus_trips_open ON public.bus_trips USING btree (school_id, bus_id) WHERE (closed_at IS NULL);
ALTER TABLE bus_trips FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON bus_trips FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY platform_reads ON bus_trips FOR SELECT USING (COALESCE((current_setting('app.scope'::text, true) = 'platform'::text), false));
GRANT INSERT, SELECT, UPDATE ON bus_trips TO mfuko_app;

-- distributed
CREATE TABLE buses (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  plate text NOT NULL,
  plate_key text NOT NULL GENERATED ALWAYS AS (translate(plate, ' -'::text, ''::text)) STORED,
  label text NOT NULL,
  listed boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  deleted_at timestamp with time zone,
  rear_code text NOT NULL DEFAULT ((100000 + (((('x'::text || "left"(replace((gen_random_uuid())::text, '-'::text, ''::text), 8)))::bit(32))::bigint % (900000)::bigint)))::text,
  inspected_until date,
  insured_until date,
  permitted_on date,
  permit_reason text,
  permitted_by uuid,
  CONSTRAINT buses_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT buses_label_check CHECK (((length(label) >= 1) AND (length(label) <= 60))),
  CONSTRAINT buses_permit CHECK ((num_nulls(permitted_on, permit_reason, permitted_by) = ANY (ARRAY[0, 3]))),
  CONSTRAINT buses_permit_reason_check CHECK (((length(permit_reason) >= 1) AND (length(permit_reason) <= 200))),
  CONSTRAINT buses_plate_check CHECK (((plate ~ '^[A-Z0-9]+([ -][A-Z0-9]+)*$'::text) AND (length(plate) <= 15))),
  CONSTRAINT buses_rear_code_check CHECK ((rear_code ~ '^[1-9]\d{5}$'::text))
);
CREATE UNIQUE INDEX buses_plate ON public.buses USING btree (school_id, plate_key) WHERE (deleted_at IS NULL);
CREATE INDEX buses_plate_key ON public.buses USING btree (school_id, plate_key);
ALTER TABLE buses FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON buses FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON buses TO mfuko_app;

-- distributed
CREATE TABLE cash_approvals (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  amount bigint NOT NULL,
  reason text NOT NULL,
  asked_by uuid NOT NULL,
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  decision text,
  decided_by uuid,
  decided_at timestamp with time zone,
  note text,
  entry_id uuid,
  slip text,
  CONSTRAINT cash_approvals_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT cash_approvals_school_id_entry_id_fkey FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries(school_id, id),
  CONSTRAINT cash_approvals_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT approved_by_another CHECK (((decision IS NULL) OR ((decision = 'withdrawn'::text) = (decided_by = asked_by)))),
  CONSTRAINT cash_approvals_amount_check CHECK ((amount > 0)),
  CONSTRAINT cash_approvals_check CHECK ((num_nulls(decision, decided_by, decided_at) = ANY (ARRAY[0, 3]))),
  CONSTRAINT cash_approvals_check1 CHECK (((entry_id IS NULL) OR (decision = 'approved'::text))),
  CONSTRAINT cash_approvals_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'refused'::text, 'withdrawn'::text]))),
  CONSTRAINT cash_approvals_note_check CHECK (((length(note) >= 1) AND (length(note) <= 200))),
  CONSTRAINT cash_approvals_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 200))),
  CONSTRAINT cash_approvals_slip_check CHECK ((slip <> ''::text))
);
CREATE INDEX cash_approvals_asked ON public.cash_approvals USING btree (school_id, asked_at);
CREATE INDEX cash_approvals_live ON public.cash_approvals USING btree (school_id, student_id) WHERE ((decision = 'approved'::text) AND (entry_id IS NULL));
CREATE UNIQUE INDEX cash_approvals_open ON public.cash_approvals USING btree (school_id, student_id, asked_by, COALESCE(slip, ''::text)) WHERE (decision IS NULL);
ALTER TABLE cash_approvals FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON cash_approvals FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON public.cash_approvals FOR EACH ROW WHEN ((new.decision = 'approved'::text)) EXECUTE FUNCTION refuse_one_hand('asked_by', 'decided_by');
GRANT INSERT, SELECT ON cash_approvals TO mfuko_app;
GRANT UPDATE (reason, decision, decided_by, decided_at, note, entry_id) ON cash_approvals TO mfuko_app;

-- distributed
CREATE TABLE classes (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  CONSTRAINT classes_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT classes_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id)
);
CREATE UNIQUE INDEX classes_name ON public.classes USING btree (school_id, lower(name)) WHERE (deleted_at IS NULL);
ALTER TABLE classes FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON classes FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON classes TO mfuko_app;

-- local: of this installation
CREATE TABLE clock_checks (
  one boolean NOT NULL DEFAULT true,
  checked_at timestamp with time zone,
  offset_ms bigint,
  source text,
  CONSTRAINT clock_checks_pkey PRIMARY KEY (one),
  CONSTRAINT clock_checks_check CHECK ((num_nulls(checked_at, offset_ms, source) = ANY (ARRAY[0, 3]))),
  CONSTRAINT clock_checks_one_check CHECK (one)
);
GRANT SELECT, UPDATE ON clock_checks TO mfuko_app;

-- distributed
CREATE TABLE clock_corrections (
  school_id uuid NOT NULL,
  begins timestamp with time zone NOT NULL,
  until timestamp with time zone NOT NULL,
  newest timestamp with time zone NOT NULL,
  CONSTRAINT clock_corrections_pkey PRIMARY KEY (school_id),
  CONSTRAINT clock_corrections_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT clock_corrections_check CHECK ((until > begins))
);
ALTER TABLE clock_corrections FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON clock_corrections FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON clock_corrections TO mfuko_app;

-- distributed
CREATE TABLE clock_statements (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  ahead_until timestamp with time zone NOT NULL,
  reason text NOT NULL,
  by_user uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  decision text,
  decided_by uuid,
  decided_at timestamp with time zone,
  CONSTRAINT clock_statements_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT clock_statements_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT clock_second_person CHECK (((decision IS DISTINCT FROM 'approved'::text) OR (decided_by <> by_user))),
  CONSTRAINT clock_statements_check CHECK ((num_nulls(decision, decided_by, decided_at) = ANY (ARRAY[0, 3]))),
  CONSTRAINT clock_statements_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text]))),
  CONSTRAINT clock_statements_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 200)))
);
CREATE UNIQUE INDEX clock_statements_open ON public.clock_statements USING btree (school_id) WHERE (decision IS NULL);
ALTER TABLE clock_statements FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON clock_statements FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON public.clock_statements FOR EACH ROW WHEN ((new.decision = 'approved'::text)) EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
GRANT INSERT, SELECT ON clock_statements TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at) ON clock_statements TO mfuko_app;

-- distributed
CREATE TABLE collector_photos (
  school_id uuid NOT NULL,
  collector_id uuid NOT NULL,
  student_id uuid NOT NULL,
  sealed bytea NOT NULL,
  asked_by uuid NOT NULL,
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT collector_photos_pkey PRIMARY KEY (school_id, collector_id),
  CONSTRAINT collector_photos_school_id_collector_id_fkey FOREIGN KEY (school_id, collector_id) REFERENCES collectors(school_id, id) ON DELETE CASCADE,
  CONSTRAINT collector_photos_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT collector_photos_sealed_check CHECK ((length(sealed) <= 262144))
);
CREATE INDEX collector_photos_student ON public.collector_photos USING btree (school_id, student_id);
ALTER TABLE collector_photos FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON collector_photos FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON collector_photos TO mfuko_app;

-- distributed
CREATE TABLE collectors (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  name text NOT NULL,
  relation text NOT NULL,
  mobile_number text,
  valid_until date,
  blocked_reason text,
  added_by uuid NOT NULL,
  added_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  removed_by uuid,
  removed_at timestamp with time zone,
  CONSTRAINT collectors_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT collectors_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT collectors_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT collectors_blocked_reason_check CHECK (((length(blocked_reason) >= 1) AND (length(blocked_reason) <= 200))),
  CONSTRAINT collectors_check CHECK ((num_nulls(removed_by, removed_at) = ANY (ARRAY[0, 2]))),
  CONSTRAINT collectors_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  CONSTRAINT collectors_relation_check CHECK (((length(relation) >= 1) AND (length(relation) <= 40)))
);
CREATE INDEX collectors_student ON public.collectors USING btree (school_id, student_id) WHERE (removed_at IS NULL);
ALTER TABLE collectors FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON collectors FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON collectors TO mfuko_app;
GRANT UPDATE (removed_by, removed_at) ON collectors TO mfuko_app;

-- distributed
CREATE TABLE consent_withdrawals (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  purpose text NOT NULL,
  withdrawn_by text,
  relation text,
  erased smallint NOT NULL,
  recorded_by uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT consent_withdrawals_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT consent_withdrawals_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT consent_withdrawals_erased_check CHECK ((erased >= 0)),
  CONSTRAINT consent_withdrawals_purpose_check CHECK ((purpose = 'fingerprint'::text)),
  CONSTRAINT consent_withdrawals_relation_check CHECK (((length(relation) >= 1) AND (length(relation) <= 60))),
  CONSTRAINT consent_withdrawals_withdrawn_by_check CHECK (((length(withdrawn_by) >= 1) AND (length(withdrawn_by) <= 120)))
);
CREATE INDEX consent_withdrawals_student ON public.consent_withdrawals USING btree (school_id, student_id, purpose);
ALTER TABLE consent_withdrawals FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON consent_withdrawals FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.consent_withdrawals FOR EACH ROW EXECUTE FUNCTION refuse_unless_blanked('withdrawn_by', 'relation');
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.consent_withdrawals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON consent_withdrawals TO mfuko_app;
GRANT UPDATE (withdrawn_by, relation) ON consent_withdrawals TO mfuko_app;

-- distributed
CREATE TABLE consents (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  purpose text NOT NULL,
  given_by text NOT NULL,
  relation text NOT NULL,
  method text NOT NULL,
  recorded_by uuid NOT NULL,
  recorded_at timestamp with time zone NOT NULL DEFAULT now(),
  withdrawn_at timestamp with time zone,
  contact_id uuid,
  CONSTRAINT consents_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT consents_school_id_contact_id_fkey FOREIGN KEY (school_id, contact_id) REFERENCES guardians(school_id, id),
  CONSTRAINT consents_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT consents_method_check CHECK ((method = ANY (ARRAY['paper'::text, 'otp'::text, 'witnessed'::text]))),
  CONSTRAINT consents_purpose_check CHECK ((purpose = 'fingerprint'::text))
);
CREATE INDEX consents_student ON public.consents USING btree (school_id, student_id, purpose);
ALTER TABLE consents FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON consents FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON consents TO mfuko_app;

-- reference: the same for all schools
CREATE TABLE counties (
  id uuid NOT NULL,
  code smallint NOT NULL,
  name text NOT NULL,
  CONSTRAINT counties_pkey PRIMARY KEY (id),
  CONSTRAINT counties_code_key UNIQUE (code),
  CONSTRAINT counties_name_key UNIQUE (name)
);
GRANT SELECT ON counties TO mfuko_app;

-- distributed
CREATE TABLE days_off (
  school_id uuid NOT NULL,
  day date NOT NULL,
  reason text NOT NULL,
  set_by uuid NOT NULL,
  set_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT days_off_pkey PRIMARY KEY (school_id, day),
  CONSTRAINT days_off_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT days_off_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 100)))
);
ALTER TABLE days_off FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON days_off FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON days_off TO mfuko_app;

-- local: of a person who signs in, whichever school that is
CREATE TABLE desk_pins (
  user_id uuid NOT NULL,
  pin_hash text NOT NULL,
  set_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT desk_pins_pkey PRIMARY KEY (user_id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON desk_pins TO mfuko_app;

-- local: of a person who signs in, whichever school that is
CREATE TABLE desk_sessions (
  id uuid NOT NULL,
  device_id uuid NOT NULL,
  user_id uuid NOT NULL,
  begun_at timestamp with time zone NOT NULL,
  misses integer NOT NULL DEFAULT 0,
  tried_at timestamp with time zone,
  ended_at timestamp with time zone,
  CONSTRAINT desk_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT desk_sessions_device_id_user_id_key UNIQUE (device_id, user_id)
);
CREATE INDEX desk_sessions_user ON public.desk_sessions USING btree (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON desk_sessions TO mfuko_app;

-- distributed
CREATE TABLE device_codes (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  code_hash bytea NOT NULL,
  label text NOT NULL,
  role text NOT NULL,
  made_by uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  device_id uuid,
  CONSTRAINT device_codes_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT device_codes_school_id_device_id_fkey FOREIGN KEY (school_id, device_id) REFERENCES devices(school_id, id),
  CONSTRAINT device_codes_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT device_codes_label_check CHECK (((length(label) >= 1) AND (length(label) <= 60)))
);
CREATE INDEX device_codes_any_school ON public.device_codes USING btree (code_hash);
CREATE UNIQUE INDEX device_codes_hash ON public.device_codes USING btree (school_id, code_hash);
ALTER TABLE device_codes FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON device_codes FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY platform_reads ON device_codes FOR SELECT USING (COALESCE((current_setting('app.scope'::text, true) = 'platform'::text), false));
GRANT DELETE, INSERT, SELECT ON device_codes TO mfuko_app;
GRANT UPDATE (device_id) ON device_codes TO mfuko_app;

-- distributed
CREATE TABLE device_heartbeats (
  school_id uuid NOT NULL,
  device_id uuid NOT NULL,
  last_seen_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  silence_notified_at timestamp with time zone,
  reported_at timestamp with time zone,
  battery smallint,
  charging boolean,
  waiting integer,
  waiting_since timestamp with time zone,
  clock_ahead_seconds bigint,
  mark bytea,
  mark_before bytea,
  marked_at timestamp with time zone,
  marks_since timestamp with time zone,
  marked_in text,
  forked_at timestamp with time zone,
  CONSTRAINT device_heartbeats_pkey PRIMARY KEY (school_id, device_id),
  CONSTRAINT device_heartbeats_school_id_device_id_fkey FOREIGN KEY (school_id, device_id) REFERENCES devices(school_id, id),
  CONSTRAINT device_heartbeats_battery_check CHECK (((battery >= 0) AND (battery <= 100))),
  CONSTRAINT device_heartbeats_waiting_check CHECK ((waiting >= 0))
);
ALTER TABLE device_heartbeats FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON device_heartbeats FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY platform_reads ON device_heartbeats FOR SELECT USING (COALESCE((current_setting('app.scope'::text, true) = 'platform'::text), false));
GRANT INSERT, SELECT, UPDATE ON device_heartbeats TO mfuko_app;

-- distributed
CREATE TABLE device_presences (
  school_id uuid NOT NULL,
  device_id uuid NOT NULL,
  user_id uuid NOT NULL,
  begun_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  last_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT device_presences_pkey PRIMARY KEY (school_id, device_id, user_id, begun_at),
  CONSTRAINT device_presences_school_id_device_id_fkey FOREIGN KEY (school_id, device_id) REFERENCES devices(school_id, id),
  CONSTRAINT device_presences_check CHECK ((last_at >= begun_at))
);
ALTER TABLE device_presences FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON device_presences FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON device_presences TO mfuko_app;

-- distributed
CREATE TABLE device_signatures (
  school_id uuid NOT NULL,
  device_id uuid NOT NULL,
  digest bytea NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT device_signatures_pkey PRIMARY KEY (school_id, device_id, digest),
  CONSTRAINT device_signatures_school_id_device_id_fkey FOREIGN KEY (school_id, device_id) REFERENCES devices(school_id, id)
);
CREATE INDEX device_signatures_at ON public.device_signatures USING btree (school_id, at);
ALTER TABLE device_signatures FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON device_signatures FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON device_signatures TO mfuko_app;

-- distributed
CREATE TABLE devices (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  serial_number text,
  label text NOT NULL,
  role text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  revoked_at timestamp with time zone,
  public_key bytea,
  capture_key bytea,
  CONSTRAINT devices_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT devices_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT device_is_known_by CHECK (((serial_number IS NOT NULL) OR (public_key IS NOT NULL))),
  CONSTRAINT devices_label_check CHECK (((length(label) >= 1) AND (length(label) <= 60))),
  CONSTRAINT devices_role_check CHECK ((role = ANY (ARRAY['CHECKIN'::text, 'CHECKOUT'::text, 'CHECKINOUT'::text, 'CANTEEN'::text, 'BUS'::text, 'CASHIER'::text]))),
  CONSTRAINT devices_serial_number_check CHECK (((length(serial_number) >= 1) AND (length(serial_number) <= 100)))
);
CREATE INDEX devices_revoked ON public.devices USING btree (school_id, upper(serial_number)) WHERE (revoked_at IS NOT NULL);
CREATE UNIQUE INDEX devices_serial_number ON public.devices USING btree (school_id, upper(serial_number)) WHERE (revoked_at IS NULL);
ALTER TABLE devices FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON devices FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON devices TO mfuko_app;
GRANT UPDATE (serial_number, label, role, revoked_at, capture_key) ON devices TO mfuko_app;

-- distributed
CREATE TABLE erasures (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  reason text NOT NULL,
  by_user uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  decision text,
  decided_by uuid,
  decided_at timestamp with time zone,
  CONSTRAINT erasures_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT erasures_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT erasure_second_person CHECK (((decision IS DISTINCT FROM 'approved'::text) OR (decided_by <> by_user))),
  CONSTRAINT erasures_check CHECK ((num_nulls(decision, decided_by, decided_at) = ANY (ARRAY[0, 3]))),
  CONSTRAINT erasures_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text]))),
  CONSTRAINT erasures_reason_check CHECK ((length(reason) <= 200))
);
CREATE UNIQUE INDEX erasures_open ON public.erasures USING btree (school_id, student_id) WHERE (decision IS NULL);
ALTER TABLE erasures FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON erasures FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON public.erasures FOR EACH ROW WHEN ((new.decision = 'approved'::text)) EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
GRANT INSERT, SELECT ON erasures TO mfuko_app;
GRANT UPDATE (reason, decision, decided_by, decided_at) ON erasures TO mfuko_app;

-- distributed
CREATE TABLE exeats (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  leaves_from timestamp with time zone NOT NULL,
  return_by timestamp with time zone NOT NULL,
  reason text NOT NULL,
  collector_id uuid,
  goes_with text,
  granted_by uuid NOT NULL,
  granted_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  cancelled_by uuid,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  out_event uuid,
  out_at timestamp with time zone,
  in_event uuid,
  returned_at timestamp with time zone,
  overdue_at timestamp with time zone,
  CONSTRAINT exeats_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT exeats_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT exeats_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT exeats_cancel_reason_check CHECK (((length(cancel_reason) >= 1) AND (length(cancel_reason) <= 200))),
  CONSTRAINT exeats_check CHECK ((return_by > leaves_from)),
  CONSTRAINT exeats_check1 CHECK ((num_nulls(collector_id, goes_with) = ANY (ARRAY[0, 2]))),
  CONSTRAINT exeats_check2 CHECK ((num_nulls(cancelled_by, cancelled_at, cancel_reason) = ANY (ARRAY[0, 3]))),
  CONSTRAINT exeats_check3 CHECK ((num_nulls(out_event, out_at) = ANY (ARRAY[0, 2]))),
  CONSTRAINT exeats_check4 CHECK ((num_nulls(in_event, returned_at) = ANY (ARRAY[0, 2]))),
  CONSTRAINT exeats_check5 CHECK (((returned_at IS NULL) OR (out_at IS NOT NULL))),
  CONSTRAINT exeats_check6 CHECK (((cancelled_at IS NULL) OR (out_at IS NULL))),
  CONSTRAINT exeats_goes_with_check CHECK (((length(goes_with) >= 1) AND (length(goes_with) <= 170))),
  CONSTRAINT exeats_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 200)))
);
CREATE INDEX exeats_open ON public.exeats USING btree (school_id, return_by) WHERE ((cancelled_at IS NULL) AND (returned_at IS NULL));
CREATE INDEX exeats_student ON public.exeats USING btree (school_id, student_id, leaves_from);
ALTER TABLE exeats FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON exeats FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY platform_reads ON exeats FOR SELECT USING (COALESCE((current_setting('app.scope'::text, true) = 'platform'::text), false));
GRANT DELETE, INSERT, SELECT ON exeats TO mfuko_app;
GRANT UPDATE (cancelled_by, cancelled_at, cancel_reason, out_event, out_at, in_event, returned_at, overdue_at) ON exeats TO mfuko_app;

-- local: of a person who signs in, whichever school that is
CREATE TABLE factor_removals (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  reason text NOT NULL,
  by_user uuid NOT NULL,
  names text NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  decision text,
  decided_by uuid,
  decided_at timestamp with time zone,
  CONSTRAINT factor_removals_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT factor_removals_school_id_user_id_fkey FOREIGN KEY (school_id, user_id) REFERENCES users(school_id, id),
  CONSTRAINT factor_removals_check CHECK ((((decision IS NULL) = (decided_by IS NULL)) AND ((decision IS NULL) = (decided_at IS NULL)))),
  CONSTRAINT factor_removals_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text]))),
  CONSTRAINT factor_removals_not_own CHECK (((decision IS DISTINCT FROM 'approved'::text) OR ((user_id <> by_user) AND (user_id <> decided_by)))),
  CONSTRAINT factor_removals_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 200))),
  CONSTRAINT factor_removals_two_people CHECK (((decision IS DISTINCT FROM 'approved'::text) OR (decided_by <> by_user)))
);
CREATE UNIQUE INDEX factor_removals_open ON public.factor_removals USING btree (school_id, user_id) WHERE (decision IS NULL);
ALTER TABLE factor_removals FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON factor_removals FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER two_hands BEFORE UPDATE ON public.factor_removals FOR EACH ROW WHEN ((new.decision = 'approved'::text)) EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
GRANT INSERT, SELECT ON factor_removals TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at) ON factor_removals TO mfuko_app;

-- distributed
CREATE TABLE failed_attempts (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL DEFAULT 'pin'::text,
  student_id uuid,
  CONSTRAINT failed_attempts_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT failed_attempts_kind_check CHECK ((kind = ANY (ARRAY['pin'::text, 'finger'::text])))
);
CREATE INDEX failed_attempts_school ON public.failed_attempts USING btree (school_id, at);
CREATE INDEX failed_attempts_user ON public.failed_attempts USING btree (school_id, user_id, at);
ALTER TABLE failed_attempts FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON failed_attempts FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON failed_attempts TO mfuko_app;

-- distributed
CREATE TABLE fee_rules (
  school_id uuid NOT NULL,
  kind text NOT NULL,
  fixed bigint NOT NULL DEFAULT 0,
  basis_points integer NOT NULL DEFAULT 0,
  cap bigint,
  CONSTRAINT fee_rules_pkey PRIMARY KEY (school_id, kind),
  CONSTRAINT fee_rules_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT fee_rules_basis_points_check CHECK (((basis_points >= 0) AND (basis_points <= 10000))),
  CONSTRAINT fee_rules_cap_check CHECK ((cap >= 0)),
  CONSTRAINT fee_rules_fixed_check CHECK ((fixed >= 0)),
  CONSTRAINT fee_rules_kind_check CHECK ((kind = ANY (ARRAY['cash-out'::text, 'collection'::text, 'canteen'::text])))
);
ALTER TABLE fee_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON fee_rules FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON fee_rules TO mfuko_app;

-- distributed
CREATE TABLE fingerprints (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  finger text NOT NULL,
  sealed_template bytea NOT NULL,
  algorithm smallint NOT NULL,
  quality smallint NOT NULL,
  scanner_serial text,
  enrolled_by uuid NOT NULL,
  enrolled_at timestamp with time zone NOT NULL DEFAULT now(),
  put_back_at timestamp with time zone,
  CONSTRAINT fingerprints_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT fingerprints_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id)
);
CREATE INDEX fingerprints_newest ON public.fingerprints USING btree (school_id, student_id, enrolled_at);
CREATE INDEX fingerprints_student ON public.fingerprints USING btree (school_id, student_id, finger);
ALTER TABLE fingerprints FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON fingerprints FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT ON fingerprints TO mfuko_app;
GRANT SELECT (school_id, id, student_id, finger, algorithm, quality, scanner_serial, enrolled_by, enrolled_at, put_back_at) ON fingerprints TO mfuko_app;

-- local: of a person who signs in, whichever school that is
CREATE TABLE former_numbers (
  user_id uuid NOT NULL,
  phone text NOT NULL,
  left_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT former_numbers_pkey PRIMARY KEY (user_id, phone, left_at)
);
CREATE INDEX former_numbers_phone ON public.former_numbers USING btree (phone);
GRANT DELETE, INSERT, SELECT ON former_numbers TO mfuko_app;

-- distributed
CREATE TABLE gate_events (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  kind text NOT NULL,
  method text NOT NULL,
  verified boolean NOT NULL DEFAULT true,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  received_at timestamp with time zone,
  client_key text,
  recorded_by uuid NOT NULL,
  override_reason text,
  longitude double precision,
  latitude double precision,
  scanner_serial text,
  found boolean NOT NULL DEFAULT false,
  undoes uuid,
  CONSTRAINT gate_events_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT gate_event_undoes FOREIGN KEY (school_id, undoes) REFERENCES gate_events(school_id, id),
  CONSTRAINT gate_events_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT gate_events_client_key_check CHECK (((length(client_key) >= 1) AND (length(client_key) <= 255))),
  CONSTRAINT gate_events_kind_check CHECK ((kind = ANY (ARRAY['in'::text, 'out'::text]))),
  CONSTRAINT gate_events_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  CONSTRAINT gate_events_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  CONSTRAINT gate_events_method_check CHECK ((method = ANY (ARRAY['fingerprint'::text, 'pin'::text, 'attested'::text]))),
  CONSTRAINT gate_events_override_reason_check CHECK (((length(override_reason) >= 1) AND (length(override_reason) <= 200)))
);
CREATE INDEX gate_events_at ON public.gate_events USING btree (school_id, at);
CREATE UNIQUE INDEX gate_events_client_key ON public.gate_events USING btree (school_id, client_key) WHERE (client_key IS NOT NULL);
CREATE INDEX gate_events_kind ON public.gate_events USING btree (school_id, kind, at);
CREATE INDEX gate_events_student ON public.gate_events USING btree (school_id, student_id, at);
CREATE UNIQUE INDEX gate_events_undoes ON public.gate_events USING btree (school_id, undoes) WHERE (undoes IS NOT NULL);
ALTER TABLE gate_events FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON gate_events FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.gate_events FOR EACH ROW EXECUTE FUNCTION refuse_unless_blanked('longitude', 'latitude', 'override_reason');
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.gate_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER not_in_closed_school BEFORE INSERT ON public.gate_events FOR EACH ROW WHEN ((new.kind <> 'in'::text)) EXECUTE FUNCTION refuse_in_closed_school();
CREATE TRIGGER not_in_deleted_school BEFORE INSERT ON public.gate_events FOR EACH ROW WHEN ((new.kind = 'in'::text)) EXECUTE FUNCTION refuse_in_deleted_school();
GRANT INSERT, SELECT ON gate_events TO mfuko_app;
GRANT UPDATE (override_reason, longitude, latitude) ON gate_events TO mfuko_app;

-- distributed
CREATE TABLE gate_exceptions (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  student_id uuid NOT NULL,
  event_id uuid,
  recorded_by uuid,
  detail jsonb NOT NULL DEFAULT '{}'::jsonb,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  settled_by uuid,
  settled_at timestamp with time zone,
  note text,
  CONSTRAINT gate_exceptions_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT gate_exceptions_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT gate_exceptions_check CHECK ((num_nulls(settled_by, settled_at, note) = ANY (ARRAY[0, 3])))
);
CREATE INDEX gate_exceptions_kind ON public.gate_exceptions USING btree (school_id, kind, at);
CREATE INDEX gate_exceptions_open ON public.gate_exceptions USING btree (school_id, at) WHERE (settled_at IS NULL);
CREATE INDEX gate_exceptions_student ON public.gate_exceptions USING btree (school_id, student_id, at);
ALTER TABLE gate_exceptions FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON gate_exceptions FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON gate_exceptions TO mfuko_app;
GRANT UPDATE (detail, settled_by, settled_at, note) ON gate_exceptions TO mfuko_app;

-- distributed
CREATE TABLE gate_states (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  kind text,
  since timestamp with time zone,
  event_id uuid,
  CONSTRAINT gate_states_pkey PRIMARY KEY (school_id, student_id),
  CONSTRAINT gate_states_school_id_event_id_fkey FOREIGN KEY (school_id, event_id) REFERENCES gate_events(school_id, id),
  CONSTRAINT gate_states_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT gate_states_check CHECK ((num_nulls(kind, since, event_id) = ANY (ARRAY[0, 3]))),
  CONSTRAINT gate_states_kind_check CHECK ((kind = ANY (ARRAY['in'::text, 'out'::text])))
);
CREATE INDEX gate_states_on_campus ON public.gate_states USING btree (school_id, since) WHERE (kind = 'in'::text);
ALTER TABLE gate_states FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON gate_states FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON gate_states TO mfuko_app;

-- distributed
CREATE TABLE guardian_codes (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  purpose text NOT NULL,
  student_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  name text,
  phone_hash bytea NOT NULL,
  code_hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  sent_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamp with time zone,
  CONSTRAINT guardian_codes_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT guardian_codes_school_id_contact_id_fkey FOREIGN KEY (school_id, contact_id) REFERENCES guardians(school_id, id),
  CONSTRAINT guardian_codes_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT guardian_codes_check CHECK (((purpose = 'collector'::text) = (name IS NOT NULL))),
  CONSTRAINT guardian_codes_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CONSTRAINT guardian_codes_purpose_check CHECK ((purpose = ANY (ARRAY['consent'::text, 'collector'::text])))
);
CREATE UNIQUE INDEX guardian_codes_live ON public.guardian_codes USING btree (school_id, student_id, purpose) WHERE (ended_at IS NULL);
CREATE INDEX guardian_codes_phone ON public.guardian_codes USING btree (school_id, phone_hash, created_at);
ALTER TABLE guardian_codes FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON guardian_codes FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON guardian_codes TO mfuko_app;

-- distributed
CREATE TABLE guardians (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  name text NOT NULL,
  mobile_number text NOT NULL,
  email text,
  language text NOT NULL DEFAULT 'en'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  notify text[] NOT NULL DEFAULT '{}'::text[],
  former_number text,
  former_since timestamp with time zone,
  CONSTRAINT guardians_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT guardians_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT guardians_former_is_whole CHECK ((num_nulls(former_number, former_since) = ANY (ARRAY[0, 2]))),
  CONSTRAINT guardians_language_check CHECK ((language = ANY (ARRAY['en'::text, 'sw'::text]))),
  CONSTRAINT guardians_notify_check CHECK ((notify <@ ARRAY['in'::text, 'out'::text, 'on'::text, 'off'::text]))
);
CREATE INDEX guardians_any_school ON public.guardians USING btree (mobile_number) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX guardians_number ON public.guardians USING btree (school_id, student_id, mobile_number) WHERE (deleted_at IS NULL);
CREATE INDEX guardians_searched ON public.guardians USING btree (school_id, mobile_number, student_id, id) WHERE (deleted_at IS NULL);
ALTER TABLE guardians FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON guardians FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY platform_reads ON guardians FOR SELECT USING (COALESCE((current_setting('app.scope'::text, true) = 'platform'::text), false));
GRANT DELETE, INSERT, SELECT, UPDATE ON guardians TO mfuko_app;

-- distributed
CREATE TABLE held_cash_outs (
  school_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  means text,
  CONSTRAINT held_cash_outs_pkey PRIMARY KEY (school_id, entry_id),
  CONSTRAINT held_cash_outs_school_id_entry_id_fkey FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries(school_id, id)
);
ALTER TABLE held_cash_outs FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON held_cash_outs FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.held_cash_outs FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.held_cash_outs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER use_hold_approval AFTER INSERT ON public.held_cash_outs FOR EACH ROW EXECUTE FUNCTION use_hold_approval();
GRANT INSERT, SELECT ON held_cash_outs TO mfuko_app;

-- distributed
CREATE TABLE idempotency_keys (
  school_id uuid NOT NULL,
  key text NOT NULL,
  input_hash bytea NOT NULL,
  status smallint NOT NULL,
  answer text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  user_id uuid,
  call text,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (school_id, key),
  CONSTRAINT idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255)))
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (school_id, created_at);
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON idempotency_keys FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON idempotency_keys TO mfuko_app;

-- distributed
CREATE TABLE import_batches (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  file_name text NOT NULL,
  content_hash bytea NOT NULL,
  rows integer NOT NULL,
  created integer NOT NULL,
  updated integer NOT NULL,
  skipped integer NOT NULL,
  left_out integer NOT NULL,
  amount bigint NOT NULL DEFAULT 0,
  classes uuid[] NOT NULL DEFAULT '{}'::uuid[],
  by_user uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  undone_at timestamp with time zone,
  undone_by uuid,
  file_hash bytea,
  CONSTRAINT import_batches_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT import_batches_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT import_batches_amount_check CHECK ((amount >= 0)),
  CONSTRAINT import_batches_check CHECK (((undone_at IS NULL) = (undone_by IS NULL))),
  CONSTRAINT import_batches_content_hash_check CHECK ((length(content_hash) = 32)),
  CONSTRAINT import_batches_created_check CHECK ((created >= 0)),
  CONSTRAINT import_batches_file_hash_check CHECK ((length(file_hash) = 32)),
  CONSTRAINT import_batches_file_name_check CHECK ((length(file_name) <= 200)),
  CONSTRAINT import_batches_kind_check CHECK ((kind = ANY (ARRAY['students'::text, 'deposits'::text]))),
  CONSTRAINT import_batches_left_out_check CHECK ((left_out >= 0)),
  CONSTRAINT import_batches_rows_check CHECK ((rows >= 0)),
  CONSTRAINT import_batches_skipped_check CHECK ((skipped >= 0)),
  CONSTRAINT import_batches_updated_check CHECK ((updated >= 0))
);
CREATE INDEX import_batches_at ON public.import_batches USING btree (school_id, at);
CREATE INDEX import_batches_content ON public.import_batches USING btree (school_id, content_hash) WHERE (undone_at IS NULL);
CREATE INDEX import_batches_file ON public.import_batches USING btree (school_id, file_hash) WHERE (undone_at IS NULL);
ALTER TABLE import_batches FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON import_batches FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON import_batches TO mfuko_app;
GRANT UPDATE (undone_at, undone_by) ON import_batches TO mfuko_app;

-- distributed
CREATE TABLE import_left_out (
  school_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  sheet bytea NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT import_left_out_pkey PRIMARY KEY (school_id, batch_id),
  CONSTRAINT import_left_out_school_id_batch_id_fkey FOREIGN KEY (school_id, batch_id) REFERENCES import_batches(school_id, id)
);
CREATE INDEX import_left_out_at ON public.import_left_out USING btree (school_id, at);
ALTER TABLE import_left_out FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON import_left_out FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON import_left_out TO mfuko_app;

-- distributed
CREATE TABLE import_progress (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  by_user uuid NOT NULL,
  step text NOT NULL,
  done integer NOT NULL,
  total integer NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT import_progress_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT import_progress_done_check CHECK ((done >= 0)),
  CONSTRAINT import_progress_step_check CHECK ((step = ANY (ARRAY['reading'::text, 'checking'::text, 'pins'::text, 'recording'::text]))),
  CONSTRAINT import_progress_total_check CHECK ((total >= 0))
);
CREATE INDEX import_progress_at ON public.import_progress USING btree (school_id, at);
ALTER TABLE import_progress FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON import_progress FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON import_progress TO mfuko_app;

-- distributed
CREATE TABLE import_rows (
  school_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  "row" integer NOT NULL,
  outcome text NOT NULL,
  student_id uuid NOT NULL,
  entry_id uuid,
  alike bytea,
  change jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT import_rows_pkey PRIMARY KEY (school_id, batch_id, "row"),
  CONSTRAINT import_rows_school_id_batch_id_fkey FOREIGN KEY (school_id, batch_id) REFERENCES import_batches(school_id, id),
  CONSTRAINT import_rows_school_id_entry_id_fkey FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries(school_id, id),
  CONSTRAINT import_rows_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT import_rows_check CHECK (((outcome = 'paid'::text) = (entry_id IS NOT NULL))),
  CONSTRAINT import_rows_check1 CHECK (((outcome = 'paid'::text) = (alike IS NOT NULL))),
  CONSTRAINT import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['created'::text, 'updated'::text, 'paid'::text]))),
  CONSTRAINT import_rows_row_check CHECK (("row" >= 1))
);
CREATE INDEX import_rows_alike ON public.import_rows USING btree (school_id, alike) WHERE (alike IS NOT NULL);
ALTER TABLE import_rows FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON import_rows FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.import_rows FOR EACH ROW EXECUTE FUNCTION refuse_unless_blanked('change');
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.import_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON import_rows TO mfuko_app;
GRANT UPDATE (change) ON import_rows TO mfuko_app;

-- distributed
CREATE TABLE item_events (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  item_id uuid NOT NULL,
  kind text NOT NULL,
  quantity integer NOT NULL,
  method text,
  reason text,
  entry_id uuid,
  amount bigint NOT NULL DEFAULT 0,
  handed_out integer NOT NULL,
  returned integer NOT NULL,
  balance bigint,
  by_user uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  longitude double precision,
  latitude double precision,
  scanner_serial text,
  CONSTRAINT item_events_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT item_events_school_id_entry_id_fkey FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries(school_id, id),
  CONSTRAINT item_events_school_id_item_id_fkey FOREIGN KEY (school_id, item_id) REFERENCES student_items(school_id, id),
  CONSTRAINT item_events_amount_check CHECK ((amount >= 0)),
  CONSTRAINT item_events_check CHECK (((amount > 0) = (entry_id IS NOT NULL))),
  CONSTRAINT item_events_check1 CHECK (((amount = 0) OR (kind = ANY (ARRAY['refund'::text, 'cancel'::text])))),
  CONSTRAINT item_events_check2 CHECK (((kind = 'handOut'::text) = (method IS NOT NULL))),
  CONSTRAINT item_events_kind_check CHECK ((kind = ANY (ARRAY['handOut'::text, 'refund'::text, 'exchange'::text, 'cancel'::text]))),
  CONSTRAINT item_events_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  CONSTRAINT item_events_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  CONSTRAINT item_events_method_check CHECK ((method = ANY (ARRAY['fingerprint'::text, 'pin'::text, 'attested'::text]))),
  CONSTRAINT item_events_quantity_check CHECK ((quantity >= 1)),
  CONSTRAINT item_events_reason CHECK (((kind <> 'handOut'::text) OR (reason IS NULL)))
);
CREATE INDEX item_events_item ON public.item_events USING btree (school_id, item_id, at);
ALTER TABLE item_events FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON item_events FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.item_events FOR EACH ROW EXECUTE FUNCTION refuse_unless_blanked('longitude', 'latitude', 'reason');
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.item_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON item_events TO mfuko_app;
GRANT UPDATE (reason, longitude, latitude) ON item_events TO mfuko_app;

-- local: of this installation
CREATE TABLE job_runs (
  kind text NOT NULL,
  ran_at timestamp with time zone,
  queued_at timestamp with time zone,
  CONSTRAINT job_runs_pkey PRIMARY KEY (kind)
);
GRANT INSERT, SELECT, UPDATE ON job_runs TO mfuko_app;

-- distributed
CREATE TABLE journal_entries (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  student_id uuid,
  amount bigint NOT NULL,
  fee bigint NOT NULL,
  method text,
  reference text,
  item uuid,
  by_user uuid,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  reverses uuid,
  longitude double precision,
  latitude double precision,
  CONSTRAINT journal_entries_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT journal_entries_school_id_reverses_fkey FOREIGN KEY (school_id, reverses) REFERENCES journal_entries(school_id, id),
  CONSTRAINT journal_entries_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT journal_entries_amount_check CHECK ((amount > 0)),
  CONSTRAINT journal_entries_check CHECK (((kind = 'reversal'::text) = (reverses IS NOT NULL))),
  CONSTRAINT journal_entries_fee_check CHECK ((fee >= 0)),
  CONSTRAINT journal_entries_kind_check CHECK ((kind = ANY (ARRAY['deposit'::text, 'collection'::text, 'cash-out'::text, 'canteen'::text, 'item'::text, 'item-return'::text, 'reversal'::text, 'refund'::text, 'refund-paid'::text, 'refund-failed'::text, 'unclaimed'::text, 'unclaimed-returned'::text, 'float'::text, 'till-close'::text, 'bank-transfer'::text]))),
  CONSTRAINT journal_entries_method_check CHECK ((method = ANY (ARRAY['fingerprint'::text, 'pin'::text]))),
  CONSTRAINT journal_entries_student_check CHECK (((student_id IS NULL) = (kind = ANY (ARRAY['unclaimed'::text, 'unclaimed-returned'::text, 'float'::text, 'till-close'::text, 'bank-transfer'::text]))))
);
CREATE INDEX journal_entries_at ON public.journal_entries USING btree (school_id, at);
CREATE INDEX journal_entries_number ON public.journal_entries USING btree (school_id, upper("right"((id)::text, 12)));
CREATE INDEX journal_entries_paid_in ON public.journal_entries USING btree (school_id, by_user, at) WHERE (kind = 'deposit'::text);
CREATE INDEX journal_entries_reference ON public.journal_entries USING btree (school_id, upper(replace(reference, ' '::text, ''::text))) WHERE (kind = 'deposit'::text);
CREATE UNIQUE INDEX journal_entries_reversed_once ON public.journal_entries USING btree (school_id, reverses) WHERE (reverses IS NOT NULL);
CREATE INDEX journal_entries_student ON public.journal_entries USING btree (school_id, student_id, at);
ALTER TABLE journal_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON journal_entries FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.journal_entries FOR EACH ROW EXECUTE FUNCTION refuse_unless_blanked('reference');
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.journal_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER clock_is_right AFTER INSERT ON public.journal_entries REFERENCING NEW TABLE AS made_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_wrong_clock();
CREATE CONSTRAINT TRIGGER entry_balances AFTER INSERT ON public.journal_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced_entry();
CREATE TRIGGER not_in_closed_school BEFORE INSERT ON public.journal_entries FOR EACH ROW WHEN ((new.kind = 'collection'::text)) EXECUTE FUNCTION refuse_in_closed_school();
CREATE TRIGGER not_in_deleted_school BEFORE INSERT ON public.journal_entries FOR EACH ROW WHEN ((new.kind <> 'collection'::text)) EXECUTE FUNCTION refuse_in_deleted_school();
CREATE TRIGGER reversed_collection AFTER INSERT ON public.journal_entries FOR EACH ROW WHEN ((new.kind = 'reversal'::text)) EXECUTE FUNCTION park_reversed_collection();
CREATE TRIGGER use_approval AFTER INSERT ON public.journal_entries FOR EACH ROW WHEN ((new.kind = 'cash-out'::text)) EXECUTE FUNCTION use_approval();
GRANT INSERT, SELECT ON journal_entries TO mfuko_app;

-- local: of this installation
CREATE TABLE key_roots (
  name text NOT NULL,
  sealed bytea NOT NULL,
  rotated_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT key_roots_pkey PRIMARY KEY (name),
  CONSTRAINT key_roots_name_check CHECK ((name = 'digests'::text)),
  CONSTRAINT key_roots_sealed_check CHECK ((length(sealed) > 0))
);
GRANT SELECT ON key_roots TO mfuko_app;

-- local: of a person who signs in, whichever school that is
CREATE TABLE known_devices (
  user_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  last_used_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  caller_hash bytea,
  first_used_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT known_devices_pkey PRIMARY KEY (user_id, token_hash)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON known_devices TO mfuko_app;

-- distributed
CREATE TABLE known_payers (
  school_id uuid NOT NULL,
  payer_digest bytea NOT NULL,
  student_id uuid NOT NULL,
  times integer NOT NULL DEFAULT 1,
  last_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT known_payers_pkey PRIMARY KEY (school_id, payer_digest, student_id),
  CONSTRAINT known_payers_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT known_payers_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT known_payers_times_check CHECK ((times >= 1))
);
ALTER TABLE known_payers FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON known_payers FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON known_payers TO mfuko_app;
GRANT UPDATE (times, last_at) ON known_payers TO mfuko_app;

-- distributed
CREATE TABLE leaves_alone (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  set_by uuid NOT NULL,
  CONSTRAINT leaves_alone_pkey PRIMARY KEY (school_id, student_id),
  CONSTRAINT leaves_alone_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id)
);
ALTER TABLE leaves_alone FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON leaves_alone FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON leaves_alone TO mfuko_app;

-- distributed
CREATE TABLE list_reads (
  school_id uuid NOT NULL,
  user_id uuid NOT NULL,
  day date NOT NULL,
  path text NOT NULL,
  rows integer NOT NULL,
  CONSTRAINT list_reads_pkey PRIMARY KEY (school_id, user_id, day, path),
  CONSTRAINT list_reads_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id)
);
CREATE INDEX list_reads_day ON public.list_reads USING btree (school_id, day);
ALTER TABLE list_reads FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON list_reads FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON list_reads TO mfuko_app;
GRANT UPDATE (rows) ON list_reads TO mfuko_app;

-- distributed
CREATE TABLE meal_locks (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  item_id uuid NOT NULL,
  CONSTRAINT meal_locks_pkey PRIMARY KEY (school_id, student_id, item_id),
  CONSTRAINT meal_locks_school_id_item_id_fkey FOREIGN KEY (school_id, item_id) REFERENCES menu_items(school_id, id),
  CONSTRAINT meal_locks_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id)
);
ALTER TABLE meal_locks FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON meal_locks FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER student_is_there BEFORE INSERT ON public.meal_locks FOR EACH ROW EXECUTE FUNCTION refuse_deleted_student();
GRANT INSERT, SELECT, UPDATE ON meal_locks TO mfuko_app;

-- distributed
CREATE TABLE meal_reversals (
  school_id uuid NOT NULL,
  meal_id uuid NOT NULL,
  by_user uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT meal_reversals_pkey PRIMARY KEY (school_id, meal_id),
  CONSTRAINT meal_reversals_school_id_meal_id_fkey FOREIGN KEY (school_id, meal_id) REFERENCES meals(school_id, id)
);
ALTER TABLE meal_reversals FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON meal_reversals FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.meal_reversals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.meal_reversals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON meal_reversals TO mfuko_app;

-- distributed
CREATE TABLE meal_subsidies (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  kind text NOT NULL,
  percent integer,
  pays bigint,
  by_user uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT meal_subsidies_pkey PRIMARY KEY (school_id, student_id),
  CONSTRAINT meal_subsidies_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT meal_subsidies_check CHECK (((kind = 'percent'::text) = (percent IS NOT NULL))),
  CONSTRAINT meal_subsidies_check1 CHECK (((kind = 'fixed'::text) = (pays IS NOT NULL))),
  CONSTRAINT meal_subsidies_kind_check CHECK ((kind = ANY (ARRAY['free'::text, 'percent'::text, 'fixed'::text]))),
  CONSTRAINT meal_subsidies_pays_check CHECK ((pays > 0)),
  CONSTRAINT meal_subsidies_percent_check CHECK (((percent >= 1) AND (percent <= 99)))
);
ALTER TABLE meal_subsidies FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON meal_subsidies FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER student_is_there BEFORE INSERT ON public.meal_subsidies FOR EACH ROW EXECUTE FUNCTION refuse_deleted_student();
GRANT DELETE, INSERT, SELECT, UPDATE ON meal_subsidies TO mfuko_app;

-- distributed
CREATE TABLE meal_subsidy_proposals (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  kind text NOT NULL,
  percent integer,
  pays bigint,
  by_user uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  decision text,
  decided_by uuid,
  decided_at timestamp with time zone,
  CONSTRAINT meal_subsidy_proposals_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT meal_subsidy_proposals_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT meal_subsidy_proposals_check CHECK (((kind = 'percent'::text) = (percent IS NOT NULL))),
  CONSTRAINT meal_subsidy_proposals_check1 CHECK (((kind = 'fixed'::text) = (pays IS NOT NULL))),
  CONSTRAINT meal_subsidy_proposals_check2 CHECK ((num_nulls(decision, decided_by, decided_at) = ANY (ARRAY[0, 3]))),
  CONSTRAINT meal_subsidy_proposals_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text]))),
  CONSTRAINT meal_subsidy_proposals_kind_check CHECK ((kind = ANY (ARRAY['none'::text, 'free'::text, 'percent'::text, 'fixed'::text]))),
  CONSTRAINT meal_subsidy_proposals_pays_check CHECK ((pays > 0)),
  CONSTRAINT meal_subsidy_proposals_percent_check CHECK (((percent >= 1) AND (percent <= 99))),
  CONSTRAINT subsidy_second_person CHECK (((decision IS DISTINCT FROM 'approved'::text) OR (decided_by <> by_user)))
);
CREATE UNIQUE INDEX meal_subsidy_proposals_open ON public.meal_subsidy_proposals USING btree (school_id, student_id) WHERE (decision IS NULL);
CREATE INDEX meal_subsidy_proposals_student ON public.meal_subsidy_proposals USING btree (school_id, student_id);
ALTER TABLE meal_subsidy_proposals FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON meal_subsidy_proposals FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER student_is_there BEFORE INSERT ON public.meal_subsidy_proposals FOR EACH ROW EXECUTE FUNCTION refuse_deleted_student();
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON public.meal_subsidy_proposals FOR EACH ROW WHEN ((new.decision = 'approved'::text)) EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
GRANT DELETE, INSERT, SELECT ON meal_subsidy_proposals TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at) ON meal_subsidy_proposals TO mfuko_app;

-- distributed
CREATE TABLE meal_windows (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  starts time without time zone NOT NULL,
  ends time without time zone NOT NULL,
  CONSTRAINT meal_windows_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT meal_windows_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT meal_windows_check CHECK ((starts < ends)),
  CONSTRAINT meal_windows_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40)))
);
ALTER TABLE meal_windows FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON meal_windows FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON meal_windows TO mfuko_app;

-- distributed
CREATE TABLE meals (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  item_id uuid NOT NULL,
  item_name text NOT NULL,
  window_name text,
  student_id uuid NOT NULL,
  day date NOT NULL,
  remaining integer NOT NULL,
  amount bigint NOT NULL,
  balance bigint NOT NULL,
  entry_id uuid,
  method text NOT NULL,
  by_user uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  longitude double precision,
  latitude double precision,
  scanner_serial text,
  override_reason text,
  portions integer NOT NULL DEFAULT 1,
  sale_id uuid,
  subsidy bigint NOT NULL DEFAULT 0,
  CONSTRAINT meals_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT meals_school_id_entry_id_fkey FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries(school_id, id),
  CONSTRAINT meals_school_id_item_id_fkey FOREIGN KEY (school_id, item_id) REFERENCES menu_items(school_id, id),
  CONSTRAINT meals_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT meals_amount_check CHECK ((amount >= 0)),
  CONSTRAINT meals_balance_check CHECK ((balance >= 0)),
  CONSTRAINT meals_check1 CHECK (((amount > 0) = (entry_id IS NOT NULL))),
  CONSTRAINT meals_entry_of_sale CHECK ((entry_id = COALESCE(sale_id, id))),
  CONSTRAINT meals_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  CONSTRAINT meals_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  CONSTRAINT meals_method_check CHECK ((method = ANY (ARRAY['fingerprint'::text, 'pin'::text]))),
  CONSTRAINT meals_override_reason_check CHECK (((length(override_reason) >= 1) AND (length(override_reason) <= 200))),
  CONSTRAINT meals_portions_check CHECK (((portions >= 1) AND (portions <= 100))),
  CONSTRAINT meals_remaining_check CHECK ((remaining >= 0)),
  CONSTRAINT meals_sale_line CHECK (((sale_id IS NOT NULL) OR (portions = 1))),
  CONSTRAINT meals_subsidy_check CHECK (((subsidy >= 0) AND (subsidy <= amount))),
  CONSTRAINT meals_window_name_check CHECK (((length(window_name) >= 1) AND (length(window_name) <= 40)))
);
CREATE INDEX meals_at ON public.meals USING btree (school_id, at);
CREATE UNIQUE INDEX meals_sale ON public.meals USING btree (school_id, sale_id, item_id) WHERE (sale_id IS NOT NULL);
CREATE INDEX meals_student ON public.meals USING btree (school_id, student_id, item_id, at);
ALTER TABLE meals FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON meals FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.meals FOR EACH ROW EXECUTE FUNCTION refuse_unless_blanked('longitude', 'latitude', 'override_reason', 'item_name', 'window_name');
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.meals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON meals TO mfuko_app;
GRANT UPDATE (longitude, latitude, override_reason) ON meals TO mfuko_app;

-- distributed
CREATE TABLE menu_items (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  quantity_per_person integer NOT NULL,
  price bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  deleted_at timestamp with time zone,
  allergens text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT menu_items_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT menu_items_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT menu_items_allergens_check CHECK ((cardinality(allergens) <= 20)),
  CONSTRAINT menu_items_description_check CHECK ((length(description) <= 300)),
  CONSTRAINT menu_items_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  CONSTRAINT menu_items_price_check CHECK ((price >= 0)),
  CONSTRAINT menu_items_quantity_per_person_check CHECK (((quantity_per_person >= 1) AND (quantity_per_person <= 100)))
);
CREATE UNIQUE INDEX menu_items_name ON public.menu_items USING btree (school_id, lower(name)) WHERE (deleted_at IS NULL);
ALTER TABLE menu_items FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON menu_items FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON menu_items TO mfuko_app;
GRANT UPDATE (name, description, quantity_per_person, price, deleted_at, allergens) ON menu_items TO mfuko_app;

-- local: of this installation
CREATE TABLE migrations (
  number integer NOT NULL,
  name text NOT NULL,
  hash text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT migrations_pkey PRIMARY KEY (number)
);

-- distributed
CREATE TABLE money_holds (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  means text NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  by_user uuid,
  made_in uuid,
  CONSTRAINT money_holds_pkey PRIMARY KEY (school_id, student_id, means),
  CONSTRAINT money_holds_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT money_holds_means_check CHECK ((means ~ '^(pin|fingers|finger:[a-z-]+|phone:[0-9a-f]+)$'::text))
);
ALTER TABLE money_holds FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON money_holds FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON money_holds TO mfuko_app;
GRANT UPDATE (since, by_user, made_in) ON money_holds TO mfuko_app;

-- distributed
CREATE TABLE notice_reads (
  school_id uuid NOT NULL,
  user_id uuid NOT NULL,
  notice_id uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT notice_reads_pkey PRIMARY KEY (school_id, user_id, notice_id),
  CONSTRAINT notice_reads_school_id_notice_id_fkey FOREIGN KEY (school_id, notice_id) REFERENCES notices(school_id, id) ON DELETE CASCADE
);
CREATE INDEX notice_reads_notice ON public.notice_reads USING btree (school_id, notice_id);
ALTER TABLE notice_reads FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON notice_reads FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON notice_reads TO mfuko_app;

-- distributed
CREATE TABLE notices (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  key text NOT NULL,
  kind text NOT NULL,
  severity text NOT NULL,
  subject_kind text,
  subject_id text,
  for_user uuid,
  params jsonb NOT NULL DEFAULT '{}'::jsonb,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  settled_at timestamp with time zone,
  CONSTRAINT notices_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT notices_check CHECK (((subject_kind IS NULL) = (subject_id IS NULL))),
  CONSTRAINT notices_key_length CHECK (((length(key) >= 1) AND (length(key) <= 200))),
  CONSTRAINT notices_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'urgent'::text]))),
  CONSTRAINT notices_subject_id_check CHECK (((length(subject_id) >= 1) AND (length(subject_id) <= 100)))
);
CREATE UNIQUE INDEX notices_key ON public.notices USING btree (school_id, key);
CREATE INDEX notices_settled ON public.notices USING btree (school_id, settled_at) WHERE (settled_at IS NOT NULL);
CREATE INDEX notices_subject ON public.notices USING btree (school_id, kind, subject_id, at);
ALTER TABLE notices FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON notices FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON notices TO mfuko_app;
GRANT UPDATE (settled_at) ON notices TO mfuko_app;

-- local: of a person who signs in, whichever school that is
CREATE TABLE number_changes (
  school_id uuid NOT NULL,
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  phone text NOT NULL,
  by_user uuid NOT NULL,
  due_at timestamp with time zone NOT NULL,
  CONSTRAINT number_changes_pkey PRIMARY KEY (school_id, user_id),
  CONSTRAINT number_changes_school_id_user_id_fkey FOREIGN KEY (school_id, user_id) REFERENCES users(school_id, id)
);
ALTER TABLE number_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON number_changes FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON number_changes TO mfuko_app;

-- distributed
CREATE TABLE offline_events (
  school_id uuid NOT NULL,
  key text NOT NULL,
  content_hash bytea NOT NULL,
  claim uuid NOT NULL,
  claimed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  sent_by uuid NOT NULL,
  status text,
  problem text,
  event_id uuid,
  student_id uuid,
  closed_trip_id uuid,
  device_id uuid,
  counter bigint,
  at timestamp with time zone,
  CONSTRAINT offline_events_pkey PRIMARY KEY (school_id, key),
  CONSTRAINT offline_events_check CHECK (((status IS NOT NULL) OR (num_nonnulls(problem, event_id) = 0))),
  CONSTRAINT offline_events_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255))),
  CONSTRAINT offline_events_order CHECK (((num_nonnulls(device_id, counter) = ANY (ARRAY[0, 2])) AND ((at IS NULL) OR (device_id IS NOT NULL)))),
  CONSTRAINT offline_events_settled CHECK (((status IS NOT NULL) OR (num_nonnulls(student_id, closed_trip_id) = 0))),
  CONSTRAINT offline_events_status_check CHECK ((status = ANY (ARRAY['recorded'::text, 'unverified'::text, 'refused'::text])))
);
CREATE INDEX offline_events_counter ON public.offline_events USING btree (school_id, device_id, counter) WHERE (device_id IS NOT NULL);
CREATE INDEX offline_events_order ON public.offline_events USING btree (school_id, device_id, at) WHERE (at IS NOT NULL);
ALTER TABLE offline_events FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON offline_events FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON offline_events TO mfuko_app;
GRANT UPDATE (claim, claimed_at, sent_by, status, problem, event_id, student_id, closed_trip_id, device_id, counter, at) ON offline_events TO mfuko_app;

-- local: of a person who signs in, whichever school that is
CREATE TABLE passkey_challenges (
  challenge_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  purpose text NOT NULL,
  bound_to bytea NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  CONSTRAINT passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'sign-in'::text, 'step-up'::text])))
);
CREATE INDEX passkey_challenges_at ON public.passkey_challenges USING btree (at);
GRANT DELETE, INSERT, SELECT ON passkey_challenges TO mfuko_app;

-- local: of a person who signs in, whichever school that is
CREATE TABLE passkeys (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  added_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamp with time zone,
  stopped_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_counter_check CHECK ((counter >= 0)),
  CONSTRAINT passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40)))
);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);
GRANT DELETE, INSERT, SELECT ON passkeys TO mfuko_app;
GRANT UPDATE (counter, last_used_at, stopped_at) ON passkeys TO mfuko_app;

-- distributed
CREATE TABLE payer_blind_index (
  school_id uuid NOT NULL,
  word bytea NOT NULL,
  receipt text NOT NULL,
  CONSTRAINT payer_blind_index_pkey PRIMARY KEY (school_id, word, receipt),
  CONSTRAINT payer_blind_index_school_id_receipt_fkey FOREIGN KEY (school_id, receipt) REFERENCES payments(school_id, receipt),
  CONSTRAINT payer_blind_index_word_check CHECK ((length(word) = 32))
);
ALTER TABLE payer_blind_index FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON payer_blind_index FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON payer_blind_index TO mfuko_app;

-- distributed
CREATE TABLE payment_checks (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  started_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamp with time zone,
  outcome text,
  steps jsonb NOT NULL,
  starts timestamp with time zone[] NOT NULL DEFAULT '{}'::timestamp with time zone[],
  passed_at timestamp with time zone,
  refused bytea,
  password_set_on date,
  password_reported_at timestamp with time zone,
  CONSTRAINT payment_checks_pkey PRIMARY KEY (school_id),
  CONSTRAINT payment_checks_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT payment_checks_check CHECK (((finished_at IS NULL) = (outcome IS NULL))),
  CONSTRAINT payment_checks_check1 CHECK (((password_set_on IS NULL) = (password_reported_at IS NULL))),
  CONSTRAINT payment_checks_outcome_check CHECK ((outcome = ANY (ARRAY['passed'::text, 'partly'::text, 'failed'::text])))
);
ALTER TABLE payment_checks FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON payment_checks FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY platform_reads ON payment_checks FOR SELECT USING (COALESCE((current_setting('app.scope'::text, true) = 'platform'::text), false));
GRANT INSERT, SELECT, UPDATE ON payment_checks TO mfuko_app;

-- distributed
CREATE TABLE payment_configs (
  school_id uuid NOT NULL,
  contact_name text NOT NULL,
  contact_number text NOT NULL,
  contact_email text NOT NULL,
  short_code text NOT NULL,
  lnm_short_code text NOT NULL,
  initiator text NOT NULL,
  api_user text NOT NULL,
  hook_secret text NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT payment_configs_pkey PRIMARY KEY (school_id),
  CONSTRAINT payment_configs_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT payment_configs_hook_secret CHECK ((hook_secret ~ '^[0-9a-f]{96}$'::text))
);
ALTER TABLE payment_configs FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON payment_configs FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY platform_reads ON payment_configs FOR SELECT USING (COALESCE((current_setting('app.scope'::text, true) = 'platform'::text), false));
GRANT INSERT, SELECT, UPDATE ON payment_configs TO mfuko_app;

-- distributed
CREATE TABLE payment_secrets (
  school_id uuid NOT NULL,
  name text NOT NULL,
  sealed bytea NOT NULL,
  last4 text NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_by uuid NOT NULL,
  CONSTRAINT payment_secrets_pkey PRIMARY KEY (school_id, name),
  CONSTRAINT payment_secrets_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id)
);
ALTER TABLE payment_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON payment_secrets FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON payment_secrets TO mfuko_app;

-- distributed
CREATE TABLE payment_statement_rows (
  school_id uuid NOT NULL,
  statement_id uuid NOT NULL,
  receipt text NOT NULL,
  "row" integer NOT NULL,
  amount bigint NOT NULL,
  paid_at timestamp with time zone NOT NULL,
  account text NOT NULL,
  CONSTRAINT payment_statement_rows_pkey PRIMARY KEY (school_id, statement_id, receipt),
  CONSTRAINT payment_statement_rows_school_id_receipt_fkey FOREIGN KEY (school_id, receipt) REFERENCES payments(school_id, receipt),
  CONSTRAINT payment_statement_rows_school_id_statement_id_fkey FOREIGN KEY (school_id, statement_id) REFERENCES payment_statements(school_id, id),
  CONSTRAINT payment_statement_rows_amount_check CHECK ((amount > 0)),
  CONSTRAINT payment_statement_rows_row_check CHECK (("row" > 0))
);
CREATE INDEX payment_statement_rows_receipt ON public.payment_statement_rows USING btree (school_id, receipt);
ALTER TABLE payment_statement_rows FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON payment_statement_rows FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON payment_statement_rows TO mfuko_app;
GRANT UPDATE (account) ON payment_statement_rows TO mfuko_app;

-- distributed
CREATE TABLE payment_statements (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  file_name text NOT NULL,
  short_code text NOT NULL,
  begins timestamp with time zone NOT NULL,
  ends timestamp with time zone NOT NULL,
  content_hash bytea NOT NULL,
  by_user uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  decision text,
  decided_by uuid,
  decided_at timestamp with time zone,
  CONSTRAINT payment_statements_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT payment_statements_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT payment_statements_check CHECK ((ends >= begins)),
  CONSTRAINT payment_statements_check1 CHECK ((((decision IS NULL) = (decided_by IS NULL)) AND ((decision IS NULL) = (decided_at IS NULL)))),
  CONSTRAINT payment_statements_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text]))),
  CONSTRAINT payment_statements_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200))),
  CONSTRAINT payment_statements_second_person CHECK (((decision IS DISTINCT FROM 'approved'::text) OR (decided_by <> by_user)))
);
CREATE UNIQUE INDEX payment_statements_once ON public.payment_statements USING btree (school_id, content_hash) WHERE (decision IS DISTINCT FROM 'rejected'::text);
CREATE INDEX payment_statements_time ON public.payment_statements USING btree (school_id, at);
ALTER TABLE payment_statements FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON payment_statements FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON public.payment_statements FOR EACH ROW WHEN ((new.decision = 'approved'::text)) EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
GRANT INSERT, SELECT ON payment_statements TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at) ON payment_statements TO mfuko_app;

-- distributed
CREATE TABLE payment_tokens (
  school_id uuid NOT NULL,
  credentials bytea NOT NULL,
  version bigint NOT NULL DEFAULT 0,
  sealed bytea,
  renew_at timestamp with time zone,
  dies_at timestamp with time zone,
  claim uuid,
  claimed_until timestamp with time zone,
  CONSTRAINT payment_tokens_pkey PRIMARY KEY (school_id, credentials)
);
ALTER TABLE payment_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON payment_tokens FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON payment_tokens TO mfuko_app;

-- distributed
CREATE TABLE payments (
  school_id uuid NOT NULL,
  receipt text NOT NULL,
  id uuid NOT NULL,
  amount bigint NOT NULL,
  paid_at timestamp with time zone NOT NULL,
  account text NOT NULL,
  payer_sealed bytea,
  stk_push_id uuid,
  reported_by text NOT NULL,
  state text NOT NULL DEFAULT 'told'::text,
  confirmed_by text,
  student_id uuid,
  entry_id uuid,
  suspense_id uuid,
  reported_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  settled_at timestamp with time zone,
  asks integer NOT NULL DEFAULT 0,
  ask_id uuid,
  ask_conversation text,
  contested boolean NOT NULL DEFAULT false,
  in_statement boolean NOT NULL DEFAULT false,
  provider_answer text,
  confirmed_amount bigint,
  confirmed_paid_at timestamp with time zone,
  approved_in uuid,
  doubted boolean NOT NULL DEFAULT false,
  CONSTRAINT payments_pkey PRIMARY KEY (school_id, receipt),
  CONSTRAINT payments_school_id_approved_in_fkey FOREIGN KEY (school_id, approved_in) REFERENCES payment_statements(school_id, id),
  CONSTRAINT payments_school_id_entry_id_fkey FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries(school_id, id),
  CONSTRAINT payments_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT payments_school_id_stk_push_id_fkey FOREIGN KEY (school_id, stk_push_id) REFERENCES stk_pushes(school_id, id),
  CONSTRAINT payments_amount_check CHECK ((amount > 0)),
  CONSTRAINT payments_check CHECK (((state = 'credited'::text) = (entry_id IS NOT NULL))),
  CONSTRAINT payments_check1 CHECK (((state = 'parked'::text) = (suspense_id IS NOT NULL))),
  CONSTRAINT payments_confirmed_amount CHECK (((NOT (provider_answer IS DISTINCT FROM 'confirmed'::text)) = (confirmed_amount IS NOT NULL))),
  CONSTRAINT payments_confirmed_amount_check CHECK ((confirmed_amount > 0)),
  CONSTRAINT payments_confirmed_by_check CHECK ((confirmed_by = ANY (ARRAY['prompt'::text, 'status'::text, 'pull'::text, 'statement'::text]))),
  CONSTRAINT payments_credited_is_confirmed CHECK (((state = ANY (ARRAY['credited'::text, 'parked'::text])) = ((confirmed_by IS NOT NULL) AND (settled_at IS NOT NULL)))),
  CONSTRAINT payments_provider_answer_check CHECK ((provider_answer = ANY (ARRAY['confirmed'::text, 'unknown'::text, 'refused'::text, 'not-asked'::text]))),
  CONSTRAINT payments_receipt_check CHECK ((receipt ~ '^[A-Z0-9]{6,20}$'::text)),
  CONSTRAINT payments_reported_by_check CHECK ((reported_by = ANY (ARRAY['prompt'::text, 'confirmation'::text, 'pull'::text, 'statement'::text]))),
  CONSTRAINT payments_state_check CHECK ((state = ANY (ARRAY['told'::text, 'unknown'::text, 'credited'::text, 'parked'::text, 'elsewhere'::text]))),
  CONSTRAINT payments_statement_is_approved CHECK (((confirmed_by IS DISTINCT FROM 'statement'::text) OR (approved_in IS NOT NULL)))
);
CREATE UNIQUE INDEX payments_ask ON public.payments USING btree (school_id, ask_id) WHERE (ask_id IS NOT NULL);
CREATE UNIQUE INDEX payments_entry ON public.payments USING btree (school_id, entry_id) WHERE (entry_id IS NOT NULL);
CREATE UNIQUE INDEX payments_id ON public.payments USING btree (school_id, id);
CREATE INDEX payments_open ON public.payments USING btree (school_id, reported_at) WHERE (state = ANY (ARRAY['told'::text, 'unknown'::text]));
CREATE INDEX payments_time ON public.payments USING btree (school_id, paid_at);
ALTER TABLE payments FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON payments FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER not_in_closed_school BEFORE INSERT ON public.payments FOR EACH ROW EXECUTE FUNCTION refuse_in_closed_school();
GRANT INSERT, SELECT ON payments TO mfuko_app;
GRANT UPDATE (amount, paid_at, account, payer_sealed, stk_push_id, state, confirmed_by, student_id, entry_id, suspense_id, settled_at, asks, ask_id, ask_conversation, contested, in_statement, provider_answer, confirmed_amount, confirmed_paid_at, approved_in, doubted) ON payments TO mfuko_app;

-- distributed
CREATE TABLE picture_sketches (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  enrolled boolean NOT NULL,
  sealed bytea NOT NULL,
  made_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT picture_sketches_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT picture_sketches_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id)
);
CREATE INDEX picture_sketches_student ON public.picture_sketches USING btree (school_id, student_id, enrolled, made_at);
ALTER TABLE picture_sketches FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON picture_sketches FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT ON picture_sketches TO mfuko_app;
GRANT SELECT (school_id, id, student_id, enrolled, made_at) ON picture_sketches TO mfuko_app;

-- distributed
CREATE TABLE platform_visit_calls (
  school_id uuid NOT NULL,
  visit_id uuid NOT NULL,
  path text NOT NULL,
  changes boolean NOT NULL,
  times integer NOT NULL DEFAULT 1,
  CONSTRAINT platform_visit_calls_pkey PRIMARY KEY (school_id, visit_id, path),
  CONSTRAINT platform_visit_calls_school_id_visit_id_fkey FOREIGN KEY (school_id, visit_id) REFERENCES platform_visits(school_id, id)
);
ALTER TABLE platform_visit_calls FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON platform_visit_calls FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON platform_visit_calls TO mfuko_app;
GRANT UPDATE (times) ON platform_visit_calls TO mfuko_app;

-- distributed
CREATE TABLE platform_visits (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  names text NOT NULL,
  reason text,
  began_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  ends_at timestamp with time zone NOT NULL,
  CONSTRAINT platform_visits_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT platform_visits_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT platform_visits_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 200)))
);
CREATE INDEX platform_visits_open ON public.platform_visits USING btree (school_id, user_id, ends_at);
ALTER TABLE platform_visits FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON platform_visits FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON platform_visits TO mfuko_app;
GRANT UPDATE (reason) ON platform_visits TO mfuko_app;

-- distributed
CREATE TABLE pocket_limits (
  school_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  scope text NOT NULL,
  cash_out bigint,
  cash_day bigint,
  cash_week bigint,
  no_cash boolean NOT NULL DEFAULT false,
  spending_day bigint,
  cash_outs_day integer,
  on_campus boolean NOT NULL DEFAULT false,
  approval_above bigint,
  wished_by text,
  wished_how text,
  wished_on date,
  set_by uuid NOT NULL,
  set_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  finger_alone bigint,
  first_pin bigint,
  CONSTRAINT pocket_limits_pkey PRIMARY KEY (school_id, subject_id, scope),
  CONSTRAINT pocket_limits_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT pocket_limits_approval_above_check CHECK ((approval_above >= 0)),
  CONSTRAINT pocket_limits_cash_day_check CHECK ((cash_day > 0)),
  CONSTRAINT pocket_limits_cash_out_check CHECK ((cash_out > 0)),
  CONSTRAINT pocket_limits_cash_outs_day_check CHECK ((cash_outs_day > 0)),
  CONSTRAINT pocket_limits_cash_week_check CHECK ((cash_week > 0)),
  CONSTRAINT pocket_limits_check CHECK (((scope = 'school'::text) = (subject_id = school_id))),
  CONSTRAINT pocket_limits_check1 CHECK (((scope = 'school'::text) OR ((cash_outs_day IS NULL) AND (NOT on_campus) AND (approval_above IS NULL)))),
  CONSTRAINT pocket_limits_check2 CHECK ((num_nulls(wished_by, wished_how, wished_on) =
CASE scope
    WHEN 'guardian'::text THEN 0
    ELSE 3
END)),
  CONSTRAINT pocket_limits_finger_alone_check CHECK ((finger_alone >= 0)),
  CONSTRAINT pocket_limits_first_pin CHECK (((scope = 'school'::text) OR (first_pin IS NULL))),
  CONSTRAINT pocket_limits_first_pin_check CHECK ((first_pin >= 0)),
  CONSTRAINT pocket_limits_scope_check CHECK ((scope = ANY (ARRAY['school'::text, 'class'::text, 'student'::text, 'guardian'::text]))),
  CONSTRAINT pocket_limits_spending_day_check CHECK ((spending_day >= 0)),
  CONSTRAINT pocket_limits_wished_by_check CHECK (((length(wished_by) >= 1) AND (length(wished_by) <= 100))),
  CONSTRAINT pocket_limits_wished_how_check CHECK ((wished_how = ANY (ARRAY['in-person'::text, 'phone'::text, 'message'::text, 'letter'::text])))
);
ALTER TABLE pocket_limits FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON pocket_limits FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON pocket_limits TO mfuko_app;

-- distributed
CREATE TABLE postings (
  school_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  leg smallint NOT NULL,
  account_id uuid NOT NULL,
  amount bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  "position" bigint,
  balance_after bigint,
  CONSTRAINT postings_pkey PRIMARY KEY (school_id, entry_id, leg),
  CONSTRAINT postings_school_id_account_id_fkey FOREIGN KEY (school_id, account_id) REFERENCES accounts(school_id, id),
  CONSTRAINT postings_school_id_entry_id_fkey FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries(school_id, id),
  CONSTRAINT postings_amount_check CHECK ((amount <> 0)),
  CONSTRAINT postings_leg_check CHECK ((leg >= 1))
);
CREATE INDEX postings_school ON public.postings USING btree (school_id, account_id, at) INCLUDE (amount) WHERE ("position" IS NULL);
CREATE UNIQUE INDEX postings_statement ON public.postings USING btree (school_id, account_id, "position") WHERE ("position" IS NOT NULL);
ALTER TABLE postings FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON postings FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.postings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER entry_balances AFTER INSERT ON public.postings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.leg > 1)) EXECUTE FUNCTION refuse_unbalanced_entry();
CREATE TRIGGER till_never_below_zero AFTER INSERT ON public.postings FOR EACH ROW WHEN (((new."position" IS NULL) AND (new.amount > 0))) EXECUTE FUNCTION refuse_empty_till();
GRANT INSERT, SELECT ON postings TO mfuko_app;

-- distributed
CREATE TABLE provider_balances (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  answered_at timestamp with time zone,
  balance bigint,
  books bigint,
  CONSTRAINT provider_balances_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT provider_balances_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT provider_balances_check CHECK ((((answered_at IS NULL) = (balance IS NULL)) AND ((answered_at IS NULL) = (books IS NULL))))
);
CREATE INDEX provider_balances_answered ON public.provider_balances USING btree (school_id, answered_at) WHERE (answered_at IS NOT NULL);
ALTER TABLE provider_balances FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON provider_balances FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON provider_balances TO mfuko_app;
GRANT UPDATE (answered_at, balance, books) ON provider_balances TO mfuko_app;

-- distributed
CREATE TABLE provider_callbacks (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  purpose text NOT NULL,
  subject text NOT NULL,
  timed_out boolean NOT NULL DEFAULT false,
  sealed bytea,
  heard_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  handled_at timestamp with time zone,
  CONSTRAINT provider_callbacks_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT provider_callbacks_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT provider_callbacks_check CHECK (((sealed IS NOT NULL) OR (handled_at IS NOT NULL)))
);
CREATE INDEX provider_callbacks_waiting ON public.provider_callbacks USING btree (school_id, heard_at) WHERE (handled_at IS NULL);
ALTER TABLE provider_callbacks FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON provider_callbacks FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER not_in_closed_school BEFORE INSERT ON public.provider_callbacks FOR EACH ROW EXECUTE FUNCTION refuse_in_closed_school();
GRANT DELETE, INSERT, SELECT ON provider_callbacks TO mfuko_app;
GRANT UPDATE (sealed, handled_at) ON provider_callbacks TO mfuko_app;

-- distributed
CREATE TABLE provider_registrations (
  school_id uuid NOT NULL,
  registered_at timestamp with time zone,
  short_code text,
  pulls_since timestamp with time zone,
  pulled_until timestamp with time zone,
  pull_failure text,
  gap_from timestamp with time zone,
  gap_until timestamp with time zone,
  registered_url text,
  CONSTRAINT provider_registrations_pkey PRIMARY KEY (school_id),
  CONSTRAINT provider_registrations_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT provider_registrations_gap CHECK ((((gap_from IS NULL) = (gap_until IS NULL)) AND (gap_from <= gap_until)))
);
ALTER TABLE provider_registrations FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON provider_registrations FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY platform_reads ON provider_registrations FOR SELECT USING (COALESCE((current_setting('app.scope'::text, true) = 'platform'::text), false));
GRANT INSERT, SELECT, UPDATE ON provider_registrations TO mfuko_app;

-- reference: the same for all schools, and looked at in the transactions of each
CREATE TABLE reading_secret (
  one boolean NOT NULL DEFAULT true,
  digest bytea NOT NULL,
  CONSTRAINT reading_secret_pkey PRIMARY KEY (one),
  CONSTRAINT reading_secret_one_check CHECK (one)
);

-- distributed
CREATE TABLE receipts (
  school_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  token text NOT NULL,
  spent_at timestamp with time zone,
  spent_by uuid,
  CONSTRAINT receipts_pkey PRIMARY KEY (school_id, entry_id),
  CONSTRAINT receipts_school_id_entry_id_fkey FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries(school_id, id)
);
CREATE UNIQUE INDEX receipts_token ON public.receipts USING btree (school_id, token);
ALTER TABLE receipts FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON receipts FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON receipts TO mfuko_app;
GRANT UPDATE (spent_at, spent_by) ON receipts TO mfuko_app;

-- local: of a person who signs in, whichever school that is
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON recovery_codes TO mfuko_app;

-- distributed
CREATE TABLE refunds (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  amount bigint NOT NULL,
  left_over bigint NOT NULL,
  reason text NOT NULL,
  guardian_name text NOT NULL,
  phone_sealed bytea NOT NULL,
  state text NOT NULL DEFAULT 'proposed'::text,
  by_user uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  decided_by uuid,
  decided_at timestamp with time zone,
  payout_id text,
  entry_id uuid,
  end_entry_id uuid,
  sent_at timestamp with time zone,
  conversation_id text,
  ended_at timestamp with time zone,
  receipt text,
  result_code text,
  result_text text,
  asked_at timestamp with time zone,
  CONSTRAINT refunds_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT refunds_school_id_end_entry_id_fkey FOREIGN KEY (school_id, end_entry_id) REFERENCES journal_entries(school_id, id),
  CONSTRAINT refunds_school_id_entry_id_fkey FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries(school_id, id),
  CONSTRAINT refunds_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT refunds_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT refund_second_person CHECK (((state = ANY (ARRAY['proposed'::text, 'rejected'::text])) OR (decided_by <> by_user))),
  CONSTRAINT refunds_amount_check CHECK ((((amount >= 1000) AND (amount <= 25000000)) AND ((amount % (100)::bigint) = 0))),
  CONSTRAINT refunds_check CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL)))),
  CONSTRAINT refunds_check1 CHECK (((state = ANY (ARRAY['sending'::text, 'paid'::text, 'failed'::text])) = ((payout_id IS NOT NULL) AND (entry_id IS NOT NULL)))),
  CONSTRAINT refunds_check2 CHECK ((((state = ANY (ARRAY['paid'::text, 'failed'::text])) = (end_entry_id IS NOT NULL)) AND ((end_entry_id IS NULL) = (ended_at IS NULL)))),
  CONSTRAINT refunds_left_over_check CHECK (((left_over >= 0) AND (left_over <= 99))),
  CONSTRAINT refunds_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 200))),
  CONSTRAINT refunds_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'rejected'::text, 'sending'::text, 'paid'::text, 'failed'::text])))
);
CREATE INDEX refunds_list ON public.refunds USING btree (school_id, state, at);
CREATE UNIQUE INDEX refunds_one_at_a_time ON public.refunds USING btree (school_id, student_id) WHERE (state = ANY (ARRAY['proposed'::text, 'sending'::text]));
CREATE UNIQUE INDEX refunds_payout ON public.refunds USING btree (school_id, payout_id) WHERE (payout_id IS NOT NULL);
CREATE INDEX refunds_student ON public.refunds USING btree (school_id, student_id, at);
ALTER TABLE refunds FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON refunds FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON public.refunds FOR EACH ROW WHEN ((new.state = 'sending'::text)) EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
GRANT INSERT, SELECT ON refunds TO mfuko_app;
GRANT UPDATE (reason, guardian_name, phone_sealed, state, decided_by, decided_at, payout_id, entry_id, end_entry_id, sent_at, conversation_id, ended_at, receipt, result_code, result_text, asked_at) ON refunds TO mfuko_app;

-- distributed
CREATE TABLE releases (
  school_id uuid NOT NULL,
  event_id uuid NOT NULL,
  student_id uuid NOT NULL,
  way text NOT NULL,
  collector_id uuid,
  name text,
  relation text,
  released_by uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT releases_pkey PRIMARY KEY (school_id, event_id),
  CONSTRAINT releases_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT releases_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT releases_way_check CHECK ((way = ANY (ARRAY['collector'::text, 'code'::text, 'alone'::text, 'word'::text])))
);
CREATE INDEX releases_student ON public.releases USING btree (school_id, student_id, at);
ALTER TABLE releases FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON releases FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.releases FOR EACH ROW EXECUTE FUNCTION refuse_unless_blanked('name', 'relation');
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.releases FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON releases TO mfuko_app;
GRANT UPDATE (name, relation) ON releases TO mfuko_app;

-- distributed
CREATE TABLE reminder_students (
  school_id uuid NOT NULL,
  reminder_id uuid NOT NULL,
  student_id uuid NOT NULL,
  balance bigint NOT NULL,
  phone_masked text,
  skipped text,
  message_id uuid,
  stk_push_id uuid,
  CONSTRAINT reminder_students_pkey PRIMARY KEY (school_id, reminder_id, student_id),
  CONSTRAINT reminder_students_school_id_message_id_fkey FOREIGN KEY (school_id, message_id) REFERENCES sms_messages(school_id, id),
  CONSTRAINT reminder_students_school_id_reminder_id_fkey FOREIGN KEY (school_id, reminder_id) REFERENCES reminders(school_id, id),
  CONSTRAINT reminder_students_school_id_stk_push_id_fkey FOREIGN KEY (school_id, stk_push_id) REFERENCES stk_pushes(school_id, id),
  CONSTRAINT reminder_students_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT reminder_students_one_end CHECK ((num_nonnulls(skipped, message_id, stk_push_id) = 1)),
  CONSTRAINT reminder_students_skipped_check CHECK ((skipped = ANY (ARRAY['left'::text, 'notLow'::text, 'noGuardian'::text, 'optedOut'::text, 'reminded'::text, 'pending'::text, 'samePhone'::text])))
);
CREATE INDEX reminder_students_student ON public.reminder_students USING btree (school_id, student_id);
ALTER TABLE reminder_students FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON reminder_students FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.reminder_students FOR EACH ROW EXECUTE FUNCTION refuse_unless_blanked('phone_masked');
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.reminder_students FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON reminder_students TO mfuko_app;
GRANT UPDATE (phone_masked) ON reminder_students TO mfuko_app;

-- distributed
CREATE TABLE reminders (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  way text NOT NULL,
  below bigint NOT NULL,
  amount bigint,
  by_user uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT reminders_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT reminders_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT reminders_amount_check CHECK (((amount > 0) AND ((amount % (100)::bigint) = 0))),
  CONSTRAINT reminders_below_check CHECK ((below > 0)),
  CONSTRAINT reminders_prompt_has_amount CHECK (((way = 'prompt'::text) = (amount IS NOT NULL))),
  CONSTRAINT reminders_way_check CHECK ((way = ANY (ARRAY['sms'::text, 'prompt'::text])))
);
CREATE INDEX reminders_newest ON public.reminders USING btree (school_id, at);
ALTER TABLE reminders FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON reminders FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.reminders FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.reminders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON reminders TO mfuko_app;

-- distributed
CREATE TABLE replaced_fingerprints (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  finger text NOT NULL,
  sealed_template bytea NOT NULL,
  algorithm smallint NOT NULL,
  quality smallint NOT NULL,
  scanner_serial text,
  enrolled_by uuid NOT NULL,
  enrolled_at timestamp with time zone NOT NULL,
  newer_id uuid NOT NULL,
  replaced_by uuid NOT NULL,
  replaced_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  anew_ids uuid[],
  CONSTRAINT replaced_fingerprints_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT replaced_fingerprints_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id)
);
CREATE INDEX replaced_fingerprints_at ON public.replaced_fingerprints USING btree (school_id, replaced_at);
CREATE INDEX replaced_fingerprints_student ON public.replaced_fingerprints USING btree (school_id, student_id);
ALTER TABLE replaced_fingerprints FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON replaced_fingerprints FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT ON replaced_fingerprints TO mfuko_app;
GRANT SELECT (school_id, id, student_id, finger, algorithm, quality, scanner_serial, enrolled_by, enrolled_at, newer_id, replaced_by, replaced_at, anew_ids) ON replaced_fingerprints TO mfuko_app;

-- distributed
CREATE TABLE reversal_proposals (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  entry_id uuid NOT NULL,
  reason text NOT NULL,
  by_user uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  decision text,
  decided_by uuid,
  decided_at timestamp with time zone,
  CONSTRAINT reversal_proposals_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT reversal_proposals_school_id_entry_id_fkey FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries(school_id, id),
  CONSTRAINT reversal_proposals_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT reversal_proposals_check CHECK ((num_nulls(decision, decided_by, decided_at) = ANY (ARRAY[0, 3]))),
  CONSTRAINT reversal_proposals_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text]))),
  CONSTRAINT reversal_proposals_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 200))),
  CONSTRAINT reversal_second_person CHECK (((decision IS DISTINCT FROM 'approved'::text) OR (decided_by <> by_user)))
);
CREATE UNIQUE INDEX reversal_one_proposal ON public.reversal_proposals USING btree (school_id, entry_id) WHERE (decision IS NULL);
ALTER TABLE reversal_proposals FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON reversal_proposals FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON public.reversal_proposals FOR EACH ROW WHEN ((new.decision = 'approved'::text)) EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
GRANT SELECT ON reversal_proposals TO mfuko_app;
GRANT INSERT (school_id, id, entry_id, reason, by_user) ON reversal_proposals TO mfuko_app;
GRANT UPDATE (reason, decision, decided_by, decided_at) ON reversal_proposals TO mfuko_app;

-- distributed
CREATE TABLE roll_call_expected (
  school_id uuid NOT NULL,
  roll_call_id uuid NOT NULL,
  student_id uuid NOT NULL,
  CONSTRAINT roll_call_expected_pkey PRIMARY KEY (school_id, roll_call_id, student_id),
  CONSTRAINT roll_call_expected_school_id_roll_call_id_fkey FOREIGN KEY (school_id, roll_call_id) REFERENCES roll_calls(school_id, id),
  CONSTRAINT roll_call_expected_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id)
);
CREATE INDEX roll_call_expected_student ON public.roll_call_expected USING btree (school_id, student_id);
ALTER TABLE roll_call_expected FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON roll_call_expected FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.roll_call_expected FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.roll_call_expected FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON roll_call_expected TO mfuko_app;

-- distributed
CREATE TABLE roll_call_ticks (
  school_id uuid NOT NULL,
  roll_call_id uuid NOT NULL,
  key text NOT NULL,
  student_id uuid NOT NULL,
  ticked_at timestamp with time zone NOT NULL,
  marshal text NOT NULL,
  recorded_by uuid NOT NULL,
  received_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  by_finger boolean NOT NULL DEFAULT false,
  undoes text,
  CONSTRAINT roll_call_ticks_pkey PRIMARY KEY (school_id, roll_call_id, key),
  CONSTRAINT roll_call_tick_undoes FOREIGN KEY (school_id, roll_call_id, undoes) REFERENCES roll_call_ticks(school_id, roll_call_id, key),
  CONSTRAINT roll_call_ticks_school_id_roll_call_id_fkey FOREIGN KEY (school_id, roll_call_id) REFERENCES roll_calls(school_id, id),
  CONSTRAINT roll_call_ticks_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT roll_call_tick_undoes_by_hand CHECK (((undoes IS NULL) OR (NOT by_finger))),
  CONSTRAINT roll_call_ticks_key_check CHECK (((length(key) >= 1) AND (length(key) <= 100))),
  CONSTRAINT roll_call_ticks_marshal_check CHECK (((length(marshal) >= 1) AND (length(marshal) <= 120)))
);
CREATE INDEX roll_call_ticks_student ON public.roll_call_ticks USING btree (school_id, student_id);
CREATE UNIQUE INDEX roll_call_ticks_undoes ON public.roll_call_ticks USING btree (school_id, roll_call_id, undoes) WHERE (undoes IS NOT NULL);
ALTER TABLE roll_call_ticks FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON roll_call_ticks FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.roll_call_ticks FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.roll_call_ticks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON roll_call_ticks TO mfuko_app;

-- distributed
CREATE TABLE roll_calls (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  reason text NOT NULL,
  opened_by uuid NOT NULL,
  opened_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  closed_by uuid,
  closed_at timestamp with time zone,
  CONSTRAINT roll_calls_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT roll_calls_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT roll_calls_check CHECK ((num_nulls(closed_by, closed_at) = ANY (ARRAY[0, 2]))),
  CONSTRAINT roll_calls_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 200)))
);
CREATE INDEX roll_calls_opened ON public.roll_calls USING btree (school_id, opened_at);
ALTER TABLE roll_calls FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON roll_calls FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON roll_calls TO mfuko_app;
GRANT UPDATE (closed_by, closed_at) ON roll_calls TO mfuko_app;

-- distributed
CREATE TABLE school_days (
  school_id uuid NOT NULL,
  day date NOT NULL,
  movements integer NOT NULL,
  CONSTRAINT school_days_pkey PRIMARY KEY (school_id, day),
  CONSTRAINT school_days_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT school_days_movements_check CHECK ((movements >= 0))
);
ALTER TABLE school_days FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON school_days FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY platform_reads ON school_days FOR SELECT USING (COALESCE((current_setting('app.scope'::text, true) = 'platform'::text), false));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.school_days FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.school_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON school_days TO mfuko_app;

-- distributed
CREATE TABLE school_keys (
  school_id uuid NOT NULL,
  wrapped bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT school_keys_pkey PRIMARY KEY (school_id),
  CONSTRAINT school_keys_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id)
);
ALTER TABLE school_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON school_keys FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY platform_makes ON school_keys FOR INSERT WITH CHECK ((current_setting('app.scope'::text, true) = 'platform'::text));
GRANT INSERT, SELECT ON school_keys TO mfuko_app;

-- reference: each row is a school, and what belongs to a school refers to it
CREATE TABLE schools (
  id uuid NOT NULL,
  county_id uuid NOT NULL,
  code text NOT NULL,
  official_name text NOT NULL,
  short_name text NOT NULL,
  po_box text,
  town text NOT NULL,
  logo bytea,
  status text NOT NULL DEFAULT 'active'::text,
  time_zone text NOT NULL DEFAULT 'Africa/Nairobi'::text,
  consent_policy text NOT NULL DEFAULT 'student'::text,
  entry_limit bigint NOT NULL DEFAULT 2000000,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  require_till boolean NOT NULL DEFAULT false,
  hold_after_change_hours integer NOT NULL DEFAULT 24,
  erase_leavers_days integer NOT NULL DEFAULT 0,
  erase_leavers_by uuid,
  forget_places_days integer NOT NULL DEFAULT 0,
  require_proof_for_items boolean NOT NULL DEFAULT false,
  trip_alarm_minutes integer NOT NULL DEFAULT 120,
  require_devices boolean NOT NULL DEFAULT false,
  require_collector boolean NOT NULL DEFAULT false,
  finger_only_gate boolean NOT NULL DEFAULT false,
  require_second_factor boolean NOT NULL DEFAULT false,
  require_exeat boolean NOT NULL DEFAULT false,
  hold_first_means boolean NOT NULL DEFAULT false,
  arrival_alarm_minutes integer NOT NULL DEFAULT 30,
  late_from time without time zone,
  absent_from time without time zone,
  school_days integer[] NOT NULL DEFAULT '{1,2,3,4,5}'::integer[],
  daily_check_in boolean NOT NULL DEFAULT false,
  tell_absent boolean NOT NULL DEFAULT false,
  tell_late boolean NOT NULL DEFAULT false,
  tell_overdue_exeats boolean NOT NULL DEFAULT false,
  require_signed_captures boolean NOT NULL DEFAULT false,
  closed_at timestamp with time zone,
  closed_status text,
  require_consent_code boolean NOT NULL DEFAULT false,
  pin_length smallint NOT NULL DEFAULT 4,
  CONSTRAINT schools_pkey PRIMARY KEY (id),
  CONSTRAINT schools_county_id_fkey FOREIGN KEY (county_id) REFERENCES counties(id),
  CONSTRAINT absent_after_late CHECK (((late_from IS NULL) OR (absent_from IS NULL) OR (absent_from >= late_from))),
  CONSTRAINT closed_is_suspended CHECK (((closed_at IS NULL) OR (status = 'suspended'::text))),
  CONSTRAINT closed_knows_status CHECK (((closed_at IS NULL) = (closed_status IS NULL))),
  CONSTRAINT leavers_have_proposer CHECK (((erase_leavers_days = 0) OR (erase_leavers_by IS NOT NULL))),
  CONSTRAINT schools_arrival_alarm_minutes_check CHECK (((arrival_alarm_minutes >= 0) AND (arrival_alarm_minutes <= 240))),
  CONSTRAINT schools_closed_status_check CHECK ((closed_status = ANY (ARRAY['active'::text, 'suspended'::text]))),
  CONSTRAINT schools_consent_policy_check CHECK ((consent_policy = ANY (ARRAY['student'::text, 'school'::text]))),
  CONSTRAINT schools_entry_limit_check CHECK ((entry_limit > 0)),
  CONSTRAINT schools_erase_leavers_days_check CHECK (((erase_leavers_days = 0) OR ((erase_leavers_days >= 30) AND (erase_leavers_days <= 3650)))),
  CONSTRAINT schools_forget_places_days_check CHECK (((forget_places_days = 0) OR ((forget_places_days >= 7) AND (forget_places_days <= 3650)))),
  CONSTRAINT schools_hold_after_change_hours_check CHECK (((hold_after_change_hours >= 0) AND (hold_after_change_hours <= 168))),
  CONSTRAINT schools_pin_length_check CHECK (((pin_length >= 4) AND (pin_length <= 6))),
  CONSTRAINT schools_school_days_check CHECK ((school_days <@ ARRAY[1, 2, 3, 4, 5, 6, 7])),
  CONSTRAINT schools_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text]))),
  CONSTRAINT schools_trip_alarm_minutes_check CHECK (((trip_alarm_minutes >= 15) AND (trip_alarm_minutes <= 720)))
);
CREATE UNIQUE INDEX schools_code ON public.schools USING btree (lower(code)) WHERE (deleted_at IS NULL);
CREATE INDEX schools_newest ON public.schools USING btree (created_at, id);
ALTER TABLE schools FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON schools FOR ALL USING ((id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY platform_reads ON schools FOR SELECT USING (COALESCE((current_setting('app.scope'::text, true) = 'platform'::text), false));
CREATE POLICY platform_registers ON schools FOR ALL USING ((current_setting('app.scope'::text, true) = 'platform'::text)) WITH CHECK ((current_setting('app.scope'::text, true) = 'platform'::text));
GRANT INSERT, SELECT, UPDATE ON schools TO mfuko_app;

-- local: of a person who signs in, whichever school that is
CREATE TABLE second_factor_tries (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT second_factor_tries_pkey PRIMARY KEY (id)
);
CREATE INDEX second_factor_tries_user ON public.second_factor_tries USING btree (user_id, at);
GRANT DELETE, INSERT, SELECT ON second_factor_tries TO mfuko_app;

-- local: of a person who signs in, whichever school that is
CREATE TABLE second_factors (
  user_id uuid NOT NULL,
  secret bytea,
  pending bytea,
  confirmed_at timestamp with time zone,
  last_step bigint NOT NULL DEFAULT 0,
  last_used_at timestamp with time zone,
  counts_from timestamp with time zone,
  CONSTRAINT second_factors_pkey PRIMARY KEY (user_id),
  CONSTRAINT second_factors_check CHECK (((secret IS NULL) = (confirmed_at IS NULL)))
);
GRANT DELETE, INSERT, SELECT, UPDATE ON second_factors TO mfuko_app;

-- local: of a person who signs in, whichever school that is
CREATE TABLE sessions (
  token_hash bytea NOT NULL,
  cookie_hash bytea,
  user_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  last_seen_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamp with time zone,
  ended_why text,
  stepped_up_at timestamp with time zone,
  device_id uuid,
  outbox_only boolean NOT NULL DEFAULT false,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  browser text,
  system text,
  caller_hash bytea,
  desk_id uuid,
  known_since timestamp with time zone,
  proven_at timestamp with time zone,
  CONSTRAINT sessions_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sessions_browser_check CHECK ((length(browser) <= 20)),
  CONSTRAINT sessions_ended_why_check CHECK ((ended_why = ANY (ARRAY['account'::text, 'credentials'::text, 'own'::text, 'office'::text]))),
  CONSTRAINT sessions_system_check CHECK ((length(system) <= 20))
);
CREATE UNIQUE INDEX sessions_id ON public.sessions USING btree (id);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id) WHERE (ended_at IS NULL);
GRANT DELETE, INSERT, SELECT, UPDATE ON sessions TO mfuko_app;

-- reference: a receipt of a provider is settled once, in whichever school
CREATE TABLE settled_receipts (
  receipt text NOT NULL,
  school_id uuid NOT NULL,
  CONSTRAINT settled_receipts_pkey PRIMARY KEY (receipt),
  CONSTRAINT settled_receipts_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id)
);
ALTER TABLE settled_receipts FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON settled_receipts FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.settled_receipts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.settled_receipts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON settled_receipts TO mfuko_app;

-- distributed
CREATE TABLE setup_dismissals (
  school_id uuid NOT NULL,
  by_user uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT setup_dismissals_pkey PRIMARY KEY (school_id),
  CONSTRAINT setup_dismissals_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id)
);
ALTER TABLE setup_dismissals FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON setup_dismissals FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON setup_dismissals TO mfuko_app;

-- reference: schools share a short code
CREATE TABLE short_codes (
  code text NOT NULL,
  school_id uuid NOT NULL,
  prefix text,
  claimed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT short_codes_pkey PRIMARY KEY (code, school_id),
  CONSTRAINT short_codes_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT short_codes_code_check CHECK ((code <> ''::text)),
  CONSTRAINT short_codes_prefix CHECK (((prefix ~ '^[A-Z0-9]{2,8}$'::text) AND (prefix ~ '[A-Z]'::text)))
);
CREATE INDEX short_codes_school ON public.short_codes USING btree (school_id);
ALTER TABLE short_codes FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON short_codes FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY shared_code ON short_codes FOR SELECT USING ((code = current_setting('app.short_code'::text, true)));
CREATE TRIGGER share AFTER INSERT OR UPDATE ON public.short_codes FOR EACH ROW EXECUTE FUNCTION share_short_code();
GRANT DELETE, INSERT, SELECT ON short_codes TO mfuko_app;
GRANT UPDATE (prefix) ON short_codes TO mfuko_app;

-- local: asked for by a number of which no school is known yet
CREATE TABLE sign_in_codes (
  id uuid NOT NULL,
  phone_hash bytea NOT NULL,
  code_hash bytea,
  user_id uuid,
  purpose text NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamp with time zone,
  device_hash bytea,
  caller_hash bytea,
  CONSTRAINT sign_in_codes_pkey PRIMARY KEY (id),
  CONSTRAINT sign_in_codes_purpose_check CHECK ((purpose = ANY (ARRAY['sign-in'::text, 'password-reset'::text, 'change-phone'::text, 'change-phone-new'::text, 'change-email'::text, 'change-password'::text, 'backup-codes'::text])))
);
CREATE INDEX sign_in_codes_phone ON public.sign_in_codes USING btree (phone_hash, created_at);
CREATE INDEX sign_in_codes_sent ON public.sign_in_codes USING btree (created_at) WHERE (code_hash IS NOT NULL);
GRANT DELETE, INSERT, SELECT, UPDATE ON sign_in_codes TO mfuko_app;

-- local: of this installation
CREATE TABLE sms_gateway (
  one boolean NOT NULL DEFAULT true,
  stopped_until timestamp with time zone,
  stop_reason text,
  unreachable_since timestamp with time zone,
  probes integer NOT NULL DEFAULT 0,
  probe_at timestamp with time zone,
  primary_failing_since timestamp with time zone,
  primary_retry_at timestamp with time zone,
  primary_failure text,
  primary_reason text,
  CONSTRAINT sms_gateway_pkey PRIMARY KEY (one),
  CONSTRAINT sms_gateway_one_check CHECK (one),
  CONSTRAINT sms_gateway_primary CHECK (((primary_failing_since IS NULL) = (primary_retry_at IS NULL))),
  CONSTRAINT sms_gateway_probed CHECK (((unreachable_since IS NULL) = (probe_at IS NULL)))
);
GRANT SELECT, UPDATE ON sms_gateway TO mfuko_app;

-- distributed
CREATE TABLE sms_messages (
  school_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
  id uuid NOT NULL,
  to_sealed bytea,
  text_sealed bytea,
  to_masked text,
  to_hash bytea,
  kind text NOT NULL,
  language text,
  segments smallint NOT NULL DEFAULT 1,
  about text,
  state text NOT NULL DEFAULT 'waiting'::text,
  state_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  provider_id text,
  next_try_at timestamp with time zone NOT NULL DEFAULT (clock_timestamp() + '00:02:00'::interval),
  tries integer NOT NULL DEFAULT 0,
  unsure_tries integer NOT NULL DEFAULT 0,
  cost bigint,
  month date,
  chain_id uuid NOT NULL DEFAULT gen_random_uuid(),
  turn smallint NOT NULL DEFAULT 1,
  next_sealed bytea,
  entry_id uuid,
  announcement_id uuid,
  again_of uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  passage_id uuid,
  handed_to smallint,
  CONSTRAINT sms_messages_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT sms_messages_cost_check CHECK ((cost >= 0)),
  CONSTRAINT sms_messages_handed_to_check CHECK ((handed_to = ANY (ARRAY[1, 2]))),
  CONSTRAINT sms_messages_language_check CHECK ((language = ANY (ARRAY['en'::text, 'sw'::text]))),
  CONSTRAINT sms_messages_segments_check CHECK ((segments >= 1)),
  CONSTRAINT sms_messages_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'submitted'::text, 'buffered'::text, 'delivered'::text, 'undelivered'::text, 'failed'::text, 'stopped'::text]))),
  CONSTRAINT sms_messages_tries_check CHECK ((tries >= 0)),
  CONSTRAINT sms_messages_turn_check CHECK ((turn = ANY (ARRAY[1, 2]))),
  CONSTRAINT sms_messages_unsure_tries_check CHECK ((unsure_tries >= 0))
);
CREATE UNIQUE INDEX sms_messages_again_once ON public.sms_messages USING btree (school_id, again_of) WHERE (again_of IS NOT NULL);
CREATE INDEX sms_messages_failed ON public.sms_messages USING btree (failed_at) WHERE (failed_at IS NOT NULL);
CREATE INDEX sms_messages_newest ON public.sms_messages USING btree (school_id, created_at);
CREATE INDEX sms_messages_not_arrived ON public.sms_messages USING btree (school_id, created_at) WHERE (state = ANY (ARRAY['undelivered'::text, 'failed'::text]));
CREATE UNIQUE INDEX sms_messages_once_a_turn ON public.sms_messages USING btree (school_id, chain_id, turn);
CREATE UNIQUE INDEX sms_messages_one_announcement ON public.sms_messages USING btree (school_id, announcement_id, to_hash) WHERE ((announcement_id IS NOT NULL) AND (turn = 1) AND (again_of IS NULL));
CREATE UNIQUE INDEX sms_messages_one_receipt ON public.sms_messages USING btree (school_id, entry_id) WHERE ((entry_id IS NOT NULL) AND (turn = 1) AND (again_of IS NULL));
CREATE UNIQUE INDEX sms_messages_passage ON public.sms_messages USING btree (school_id, passage_id, to_hash) WHERE (passage_id IS NOT NULL);
CREATE INDEX sms_messages_provider ON public.sms_messages USING btree (provider_id) WHERE (provider_id IS NOT NULL);
CREATE INDEX sms_messages_waiting ON public.sms_messages USING btree (next_try_at) WHERE (state = 'waiting'::text);
ALTER TABLE sms_messages FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON sms_messages FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY platform_reads ON sms_messages FOR SELECT USING (COALESCE((current_setting('app.scope'::text, true) = 'platform'::text), false));
GRANT INSERT, SELECT, UPDATE ON sms_messages TO mfuko_app;

-- distributed
CREATE TABLE sms_months (
  school_id uuid NOT NULL,
  month date NOT NULL,
  cost bigint NOT NULL DEFAULT 0,
  messages integer NOT NULL DEFAULT 0,
  notified_at timestamp with time zone,
  CONSTRAINT sms_months_pkey PRIMARY KEY (school_id, month),
  CONSTRAINT sms_months_cost_check CHECK ((cost >= 0)),
  CONSTRAINT sms_months_messages_check CHECK ((messages >= 0))
);
ALTER TABLE sms_months FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON sms_months FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON sms_months TO mfuko_app;

-- local: of a phone, whichever schools write to it
CREATE TABLE sms_opt_outs (
  phone_hash bytea NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT sms_opt_outs_pkey PRIMARY KEY (phone_hash)
);
GRANT DELETE, INSERT, SELECT ON sms_opt_outs TO mfuko_app;

-- distributed
CREATE TABLE sms_outage_alerts (
  school_id uuid NOT NULL,
  outage timestamp with time zone,
  expired integer NOT NULL DEFAULT 0,
  expired_since timestamp with time zone,
  CONSTRAINT sms_outage_alerts_pkey PRIMARY KEY (school_id),
  CONSTRAINT sms_outage_alerts_check CHECK (((expired = 0) = (expired_since IS NULL))),
  CONSTRAINT sms_outage_alerts_expired_check CHECK ((expired >= 0))
);
ALTER TABLE sms_outage_alerts FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON sms_outage_alerts FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY platform_reads ON sms_outage_alerts FOR SELECT USING (COALESCE((current_setting('app.scope'::text, true) = 'platform'::text), false));
GRANT INSERT, SELECT, UPDATE ON sms_outage_alerts TO mfuko_app;

-- distributed
CREATE TABLE sms_reports (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  message_id uuid NOT NULL,
  status text NOT NULL,
  reason text,
  network text,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT sms_reports_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT sms_reports_once UNIQUE (school_id, message_id, status),
  CONSTRAINT sms_reports_school_id_message_id_fkey FOREIGN KEY (school_id, message_id) REFERENCES sms_messages(school_id, id),
  CONSTRAINT sms_reports_network_check CHECK (((length(network) >= 1) AND (length(network) <= 10))),
  CONSTRAINT sms_reports_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 60))),
  CONSTRAINT sms_reports_status_check CHECK (((length(status) >= 1) AND (length(status) <= 40)))
);
ALTER TABLE sms_reports FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON sms_reports FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.sms_reports FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.sms_reports FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON sms_reports TO mfuko_app;

-- distributed
CREATE TABLE sms_settings (
  school_id uuid NOT NULL,
  cash_out boolean NOT NULL DEFAULT true,
  collection boolean NOT NULL DEFAULT true,
  refund boolean NOT NULL DEFAULT true,
  cap bigint NOT NULL DEFAULT 50000000,
  item boolean NOT NULL DEFAULT true,
  announce_approval integer NOT NULL DEFAULT 300,
  CONSTRAINT sms_settings_pkey PRIMARY KEY (school_id),
  CONSTRAINT sms_settings_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT sms_settings_announce_approval_check CHECK ((announce_approval >= 0)),
  CONSTRAINT sms_settings_cap_check CHECK ((cap >= 0))
);
ALTER TABLE sms_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON sms_settings FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON sms_settings TO mfuko_app;

-- distributed
CREATE TABLE spent_pictures (
  school_id uuid NOT NULL,
  digest bytea NOT NULL,
  spent_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT spent_pictures_pkey PRIMARY KEY (school_id, digest)
);
ALTER TABLE spent_pictures FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON spent_pictures FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON spent_pictures TO mfuko_app;

-- local: of this installation
CREATE TABLE sql_functions (
  name text NOT NULL,
  hash text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT sql_functions_pkey PRIMARY KEY (name)
);

-- distributed
CREATE TABLE stk_pushes (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  amount bigint NOT NULL,
  reference text NOT NULL,
  phone_sealed bytea NOT NULL,
  phone_masked text NOT NULL,
  phone_digest bytea NOT NULL,
  status text NOT NULL DEFAULT 'new'::text,
  code text,
  reason text,
  checkout_id text,
  adopted boolean NOT NULL DEFAULT false,
  receipt text,
  asked_by uuid NOT NULL,
  requested_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  sent_at timestamp with time zone,
  tries integer NOT NULL DEFAULT 0,
  asks integer NOT NULL DEFAULT 0,
  CONSTRAINT stk_pushes_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT stk_pushes_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT stk_pushes_amount_check CHECK (((amount > 0) AND ((amount % (100)::bigint) = 0))),
  CONSTRAINT stk_pushes_check CHECK (((status <> 'paid'::text) OR (receipt IS NOT NULL))),
  CONSTRAINT stk_pushes_status_check CHECK ((status = ANY (ARRAY['new'::text, 'sending'::text, 'sent'::text, 'unsettled'::text, 'paid'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE UNIQUE INDEX stk_pushes_checkout ON public.stk_pushes USING btree (school_id, checkout_id) WHERE (checkout_id IS NOT NULL);
CREATE INDEX stk_pushes_open ON public.stk_pushes USING btree (school_id, reference, amount) WHERE (status <> 'paid'::text);
CREATE INDEX stk_pushes_phone ON public.stk_pushes USING btree (school_id, phone_digest, requested_at);
CREATE UNIQUE INDEX stk_pushes_receipt ON public.stk_pushes USING btree (school_id, receipt) WHERE (status = 'paid'::text);
CREATE INDEX stk_pushes_time ON public.stk_pushes USING btree (school_id, requested_at);
ALTER TABLE stk_pushes FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON stk_pushes FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON stk_pushes TO mfuko_app;
GRANT UPDATE (reference, phone_sealed, phone_masked, phone_digest, status, code, reason, checkout_id, adopted, receipt, sent_at, tries, asks) ON stk_pushes TO mfuko_app;

-- distributed
CREATE TABLE student_access_log (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  user_id uuid NOT NULL,
  day date NOT NULL,
  names text NOT NULL,
  role text NOT NULL,
  times integer NOT NULL DEFAULT 1,
  last_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT student_access_log_pkey PRIMARY KEY (school_id, student_id, user_id, day),
  CONSTRAINT student_access_log_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id)
);
CREATE INDEX student_access_log_day ON public.student_access_log USING btree (school_id, day);
ALTER TABLE student_access_log FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON student_access_log FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON student_access_log TO mfuko_app;
GRANT UPDATE (times, last_at) ON student_access_log TO mfuko_app;

-- distributed
CREATE TABLE student_classes (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  since timestamp with time zone NOT NULL,
  class_id uuid NOT NULL,
  CONSTRAINT student_classes_pkey PRIMARY KEY (school_id, student_id, since),
  CONSTRAINT student_classes_school_id_class_id_fkey FOREIGN KEY (school_id, class_id) REFERENCES classes(school_id, id)
);
CREATE INDEX student_classes_class ON public.student_classes USING btree (school_id, class_id);
ALTER TABLE student_classes FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON student_classes FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON student_classes TO mfuko_app;

-- distributed
CREATE TABLE student_items (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  name text NOT NULL,
  quantity integer NOT NULL,
  price bigint NOT NULL,
  entry_id uuid,
  handed_out integer NOT NULL DEFAULT 0,
  returned integer NOT NULL DEFAULT 0,
  balance bigint NOT NULL,
  by_user uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  longitude double precision,
  latitude double precision,
  deleted_at timestamp with time zone,
  CONSTRAINT student_items_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT student_items_school_id_entry_id_fkey FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries(school_id, id),
  CONSTRAINT student_items_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT no_piece_twice CHECK (((handed_out + returned) <= quantity)),
  CONSTRAINT student_items_balance_check CHECK ((balance >= 0)),
  CONSTRAINT student_items_check CHECK (((price > 0) = (entry_id IS NOT NULL))),
  CONSTRAINT student_items_handed_out_check CHECK ((handed_out >= 0)),
  CONSTRAINT student_items_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  CONSTRAINT student_items_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  CONSTRAINT student_items_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  CONSTRAINT student_items_price_check CHECK ((price >= 0)),
  CONSTRAINT student_items_quantity_check CHECK ((quantity >= 1)),
  CONSTRAINT student_items_returned_check CHECK ((returned >= 0))
);
CREATE INDEX student_items_created ON public.student_items USING btree (school_id, created_at);
CREATE INDEX student_items_name ON public.student_items USING btree (school_id, lower(name));
CREATE INDEX student_items_student ON public.student_items USING btree (school_id, student_id, created_at);
ALTER TABLE student_items FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON student_items FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON student_items TO mfuko_app;
GRANT UPDATE (name, handed_out, returned, longitude, latitude, deleted_at) ON student_items TO mfuko_app;

-- distributed
CREATE TABLE student_keys (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  wrapped bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT student_keys_pkey PRIMARY KEY (school_id, student_id),
  CONSTRAINT student_keys_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id)
);
ALTER TABLE student_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON student_keys FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT ON student_keys TO mfuko_app;
GRANT SELECT (school_id, student_id, created_at) ON student_keys TO mfuko_app;

-- distributed
CREATE TABLE student_locks (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  pin_failures smallint NOT NULL DEFAULT 0,
  pin_locked_until timestamp with time zone,
  finger_failures smallint NOT NULL DEFAULT 0,
  finger_held_until timestamp with time zone,
  finger_holds smallint NOT NULL DEFAULT 0,
  pin_holds smallint NOT NULL DEFAULT 0,
  CONSTRAINT student_locks_pkey PRIMARY KEY (school_id, student_id),
  CONSTRAINT student_locks_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id)
);
ALTER TABLE student_locks FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON student_locks FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON student_locks TO mfuko_app;

-- distributed
CREATE TABLE student_tries (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  kind text NOT NULL,
  user_id uuid,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  session integer NOT NULL,
  session_since timestamp with time zone NOT NULL,
  CONSTRAINT student_tries_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT student_tries_kind_check CHECK ((kind = ANY (ARRAY['pin'::text, 'finger'::text])))
);
CREATE INDEX student_tries_student ON public.student_tries USING btree (school_id, student_id, kind);
CREATE INDEX student_tries_user ON public.student_tries USING btree (school_id, user_id);
ALTER TABLE student_tries FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON student_tries FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON student_tries TO mfuko_app;

-- distributed
CREATE TABLE students (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  admission_number text NOT NULL,
  names text NOT NULL,
  class_id uuid NOT NULL,
  pin_hash text,
  status text NOT NULL DEFAULT 'active'::text,
  left_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  erased_at timestamp with time zone,
  allergens text[] NOT NULL DEFAULT '{}'::text[],
  blocked_menu_items uuid[] NOT NULL DEFAULT '{}'::uuid[],
  birth_month date,
  redacted_at timestamp with time zone,
  pin_set_at timestamp with time zone,
  pin_set_by uuid,
  pin_own_at timestamp with time zone,
  pin_hash_elsewhere text,
  pin_pepper_elsewhere text,
  CONSTRAINT students_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT students_school_id_class_id_fkey FOREIGN KEY (school_id, class_id) REFERENCES classes(school_id, id),
  CONSTRAINT students_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT students_admission_number_check CHECK (((admission_number ~ '^\d{1,12}$'::text) OR ((erased_at IS NOT NULL) AND (admission_number ~ '^E-[0-9A-F]{12}$'::text)))),
  CONSTRAINT students_allergens_check CHECK ((cardinality(allergens) <= 20)),
  CONSTRAINT students_birth_month_check CHECK (((EXTRACT(day FROM birth_month) = (1)::numeric) AND (birth_month >= '1950-01-01'::date))),
  CONSTRAINT students_blocked_menu_items_check CHECK ((cardinality(blocked_menu_items) <= 100)),
  CONSTRAINT students_erased CHECK (((erased_at IS NULL) OR ((deleted_at IS NOT NULL) AND (pin_hash IS NULL) AND (pin_hash_elsewhere IS NULL)))),
  CONSTRAINT students_pin_elsewhere CHECK (((num_nonnulls(pin_hash_elsewhere, pin_pepper_elsewhere) = ANY (ARRAY[0, 2])) AND ((pin_hash IS NULL) OR (pin_hash_elsewhere IS NULL)))),
  CONSTRAINT students_status_check CHECK ((status = ANY (ARRAY['active'::text, 'left'::text])))
);
CREATE INDEX students_active ON public.students USING btree (school_id) WHERE ((status = 'active'::text) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX students_admission_number ON public.students USING btree (school_id, admission_number) WHERE (deleted_at IS NULL);
CREATE INDEX students_class ON public.students USING btree (school_id, class_id);
CREATE INDEX students_names ON public.students USING btree (school_id, names, id) WHERE (deleted_at IS NULL);
CREATE INDEX students_order ON public.students USING btree (school_id, ((lpad((length(admission_number))::text, 2, '0'::text) || admission_number)), id) WHERE (deleted_at IS NULL);
CREATE INDEX students_searched ON public.students USING btree (school_id, names, admission_number, class_id, status, id) WHERE (deleted_at IS NULL);
ALTER TABLE students FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON students FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY platform_reads ON students FOR SELECT USING (COALESCE((current_setting('app.scope'::text, true) = 'platform'::text), false));
CREATE TRIGGER keep_erased BEFORE UPDATE ON public.students FOR EACH ROW WHEN (((old.erased_at IS NOT NULL) AND (((new.erased_at IS DISTINCT FROM old.erased_at) OR (new.names IS DISTINCT FROM old.names)) OR (new.admission_number IS DISTINCT FROM old.admission_number)))) EXECUTE FUNCTION keep_erased();
CREATE TRIGGER keep_first_class AFTER INSERT ON public.students REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION keep_first_class();
CREATE TRIGGER keep_next_class AFTER UPDATE OF class_id ON public.students FOR EACH ROW WHEN ((new.class_id <> old.class_id)) EXECUTE FUNCTION keep_next_class();
CREATE TRIGGER note_new_pin BEFORE INSERT OR UPDATE OF pin_hash ON public.students FOR EACH ROW EXECUTE FUNCTION note_new_pin();
CREATE CONSTRAINT TRIGGER require_erased AFTER UPDATE OF redacted_at ON public.students DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.redacted_at IS NOT NULL)) EXECUTE FUNCTION require_erased();
GRANT INSERT, SELECT, UPDATE ON students TO mfuko_app;

-- distributed
CREATE TABLE suspense_items (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  receipt text,
  why text NOT NULL,
  amount bigint NOT NULL,
  paid_at timestamp with time zone NOT NULL,
  account text NOT NULL,
  payer_sealed bytea,
  payer_digest bytea,
  student_id uuid,
  entry_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'open'::text,
  parked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT suspense_items_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT suspense_items_school_id_entry_id_fkey FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries(school_id, id),
  CONSTRAINT suspense_items_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT suspense_items_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT suspense_items_account_check CHECK ((length(account) <= 100)),
  CONSTRAINT suspense_items_amount_check CHECK ((amount > 0)),
  CONSTRAINT suspense_items_check CHECK (((why = 'reversed'::text) OR (student_id IS NULL))),
  CONSTRAINT suspense_items_receipt_check CHECK (((length(receipt) >= 1) AND (length(receipt) <= 40))),
  CONSTRAINT suspense_items_state_check CHECK ((state = ANY (ARRAY['open'::text, 'proposed'::text, 'returning'::text, 'settled'::text, 'returned'::text]))),
  CONSTRAINT suspense_items_why_check CHECK ((why = ANY (ARRAY['unknown-account'::text, 'left'::text, 'reversed'::text])))
);
CREATE UNIQUE INDEX suspense_entry ON public.suspense_items USING btree (school_id, entry_id);
CREATE INDEX suspense_list ON public.suspense_items USING btree (school_id, state, paid_at);
CREATE UNIQUE INDEX suspense_parked_once ON public.suspense_items USING btree (school_id, receipt) WHERE (why <> 'reversed'::text);
CREATE INDEX suspense_payer ON public.suspense_items USING btree (school_id, payer_digest) WHERE (payer_digest IS NOT NULL);
CREATE INDEX suspense_receipt ON public.suspense_items USING btree (school_id, receipt);
ALTER TABLE suspense_items FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON suspense_items FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON suspense_items TO mfuko_app;
GRANT UPDATE (account, payer_sealed, payer_digest, state) ON suspense_items TO mfuko_app;

-- distributed
CREATE TABLE suspense_proposals (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  item_id uuid NOT NULL,
  way text NOT NULL,
  student_id uuid,
  note text,
  by_user uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  decision text,
  decided_by uuid,
  decided_at timestamp with time zone,
  entry_id uuid,
  outcome text,
  sent_at timestamp with time zone,
  conversation_id text,
  result_code text,
  result_text text,
  asked_at timestamp with time zone,
  CONSTRAINT suspense_proposals_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT suspense_proposals_school_id_entry_id_fkey FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries(school_id, id),
  CONSTRAINT suspense_proposals_school_id_item_id_fkey FOREIGN KEY (school_id, item_id) REFERENCES suspense_items(school_id, id),
  CONSTRAINT suspense_proposals_school_id_student_id_fkey FOREIGN KEY (school_id, student_id) REFERENCES students(school_id, id),
  CONSTRAINT suspense_proposals_check CHECK (((way = 'settle'::text) = (student_id IS NOT NULL))),
  CONSTRAINT suspense_proposals_check1 CHECK ((((decision IS NULL) = (decided_by IS NULL)) AND ((decision IS NULL) = (decided_at IS NULL)))),
  CONSTRAINT suspense_proposals_check2 CHECK (((outcome IS NOT NULL) = ((way = 'return'::text) AND (NOT (decision IS DISTINCT FROM 'approved'::text))))),
  CONSTRAINT suspense_proposals_check3 CHECK (((entry_id IS NOT NULL) = ((NOT (decision IS DISTINCT FROM 'approved'::text)) AND (NOT (outcome IS DISTINCT FROM
CASE way
    WHEN 'return'::text THEN 'done'::text
    ELSE NULL::text
END))))),
  CONSTRAINT suspense_proposals_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text]))),
  CONSTRAINT suspense_proposals_note_check CHECK (((length(note) >= 1) AND (length(note) <= 200))),
  CONSTRAINT suspense_proposals_outcome_check CHECK ((outcome = ANY (ARRAY['pending'::text, 'done'::text, 'failed'::text]))),
  CONSTRAINT suspense_proposals_way_check CHECK ((way = ANY (ARRAY['settle'::text, 'return'::text]))),
  CONSTRAINT suspense_second_person CHECK (((decision IS DISTINCT FROM 'approved'::text) OR (decided_by <> by_user)))
);
CREATE UNIQUE INDEX suspense_one_proposal ON public.suspense_proposals USING btree (school_id, item_id) WHERE (decision IS NULL);
CREATE INDEX suspense_proposals_item ON public.suspense_proposals USING btree (school_id, item_id, at);
CREATE UNIQUE INDEX suspense_settled_once ON public.suspense_proposals USING btree (school_id, item_id) WHERE ((decision = 'approved'::text) AND (outcome IS DISTINCT FROM 'failed'::text));
ALTER TABLE suspense_proposals FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON suspense_proposals FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON public.suspense_proposals FOR EACH ROW WHEN ((new.decision = 'approved'::text)) EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
GRANT INSERT, SELECT ON suspense_proposals TO mfuko_app;
GRANT UPDATE (note, decision, decided_by, decided_at, entry_id, outcome, sent_at, conversation_id, result_code, result_text, asked_at) ON suspense_proposals TO mfuko_app;

-- distributed
CREATE TABLE till_rules (
  school_id uuid NOT NULL,
  variance_limit bigint NOT NULL,
  CONSTRAINT till_rules_pkey PRIMARY KEY (school_id),
  CONSTRAINT till_rules_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT till_rules_variance_limit_check CHECK ((variance_limit >= 0))
);
ALTER TABLE till_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON till_rules FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON till_rules TO mfuko_app;

-- distributed
CREATE TABLE tills (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  opened_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  opening_float bigint NOT NULL,
  note text,
  closed_at timestamp with time zone,
  closed_by uuid,
  expected bigint,
  counted bigint,
  counts jsonb,
  reason text,
  left_in bigint,
  countersigned_at timestamp with time zone,
  countersigned_by uuid,
  countersign_note text,
  CONSTRAINT tills_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT tills_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT tills_school_id_id_fkey FOREIGN KEY (school_id, id) REFERENCES accounts(school_id, id),
  CONSTRAINT till_countersigned_by_another CHECK ((countersigned_by <> closed_by)),
  CONSTRAINT tills_check CHECK (((left_in >= 0) AND (left_in <= counted))),
  CONSTRAINT tills_check1 CHECK ((num_nulls(closed_at, closed_by, expected, counted, left_in) = ANY (ARRAY[0, 5]))),
  CONSTRAINT tills_check2 CHECK ((num_nulls(countersigned_at, countersigned_by) = ANY (ARRAY[0, 2]))),
  CONSTRAINT tills_check3 CHECK (((countersigned_at IS NULL) OR (closed_at IS NOT NULL))),
  CONSTRAINT tills_counted_check CHECK ((counted >= 0)),
  CONSTRAINT tills_countersign_note_check CHECK (((length(countersign_note) >= 1) AND (length(countersign_note) <= 200))),
  CONSTRAINT tills_expected_check CHECK ((expected >= 0)),
  CONSTRAINT tills_note_check CHECK (((length(note) >= 1) AND (length(note) <= 200))),
  CONSTRAINT tills_opening_float_check CHECK ((opening_float >= 0)),
  CONSTRAINT tills_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 200)))
);
CREATE INDEX tills_of_user ON public.tills USING btree (school_id, user_id, opened_at);
CREATE UNIQUE INDEX tills_one_open ON public.tills USING btree (school_id, user_id) WHERE (closed_at IS NULL);
CREATE INDEX tills_opened ON public.tills USING btree (school_id, opened_at);
ALTER TABLE tills FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON tills FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE TRIGGER clock_is_right AFTER INSERT OR UPDATE OF closed_at ON public.tills FOR EACH ROW EXECUTE FUNCTION refuse_till_at_wrong_clock();
CREATE TRIGGER till_stays_closed BEFORE UPDATE ON public.tills FOR EACH ROW WHEN ((old.closed_at IS NOT NULL)) EXECUTE FUNCTION refuse_reopened_till();
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF countersigned_by ON public.tills FOR EACH ROW WHEN ((new.countersigned_by IS NOT NULL)) EXECUTE FUNCTION refuse_one_hand('closed_by', 'countersigned_by');
GRANT INSERT, SELECT ON tills TO mfuko_app;
GRANT UPDATE (closed_at, closed_by, expected, counted, counts, reason, left_in, countersigned_at, countersigned_by, countersign_note) ON tills TO mfuko_app;

-- distributed
CREATE TABLE unusual_findings (
  school_id uuid NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  by_user uuid,
  student_id uuid,
  times bigint NOT NULL,
  found_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  looked_by uuid,
  looked_at timestamp with time zone,
  looked_times bigint,
  CONSTRAINT unusual_findings_school_id_kind_day_by_user_student_id_key UNIQUE NULLS NOT DISTINCT (school_id, kind, day, by_user, student_id),
  CONSTRAINT unusual_findings_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  CONSTRAINT unusual_findings_check CHECK ((num_nulls(looked_by, looked_at, looked_times) = ANY (ARRAY[0, 3]))),
  CONSTRAINT unusual_findings_check1 CHECK ((looked_by <> by_user))
);
ALTER TABLE unusual_findings FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON unusual_findings FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON unusual_findings TO mfuko_app;

-- local: a number signs in before its school is known, and is one account over all schools
CREATE TABLE users (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  role text NOT NULL,
  duties text[] NOT NULL DEFAULT '{}'::text[],
  phone text NOT NULL,
  email text NOT NULL,
  first_name text NOT NULL,
  last_names text NOT NULL,
  password_hash text NOT NULL,
  status text NOT NULL DEFAULT 'active'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  deleted_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  sms_risk_read_at timestamp with time zone,
  CONSTRAINT users_pkey PRIMARY KEY (school_id, id),
  CONSTRAINT users_check CHECK (((role = 'Admin'::text) = (school_id = '00000000-0000-0000-0000-000000000000'::uuid))),
  CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['Admin'::text, 'SchoolAdmin'::text, 'CheckAgent'::text]))),
  CONSTRAINT users_status_check CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text])))
);
CREATE UNIQUE INDEX users_id ON public.users USING btree (id);
CREATE UNIQUE INDEX users_phone ON public.users USING btree (phone) WHERE (deleted_at IS NULL);
ALTER TABLE users FORCE ROW LEVEL SECURITY;
CREATE POLICY own_school ON users FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));
CREATE POLICY platform_reads ON users FOR SELECT USING (COALESCE((current_setting('app.scope'::text, true) = 'platform'::text), false));
CREATE TRIGGER note_former_number AFTER UPDATE OF phone ON public.users FOR EACH ROW WHEN ((old.phone <> new.phone)) EXECUTE FUNCTION note_former_number();
GRANT INSERT, SELECT, UPDATE ON users TO mfuko_app;

CREATE VIEW student_details AS
 SELECT s.school_id,
    s.id,
    s.admission_number,
    s.names,
    s.class_id,
    c.name AS class_name,
    s.status,
    s.left_at,
    s.created_at,
    s.deleted_at,
    (s.pin_hash IS NOT NULL) AS has_pin,
    l.pin_locked_until,
    (EXISTS ( SELECT 1
           FROM fingerprints f
          WHERE ((f.school_id = s.school_id) AND (f.student_id = s.id)))) AS has_fingerprint,
    COALESCE(a.balance, (0)::bigint) AS balance,
    g.kind AS gate_kind,
    g.since AS gate_since,
    b.kind AS bus_kind,
    b.since AS bus_since,
    v.plate AS bus_plate
   FROM ((((((students s
     JOIN classes c ON (((c.school_id = s.school_id) AND (c.id = s.class_id))))
     LEFT JOIN student_locks l ON (((l.school_id = s.school_id) AND (l.student_id = s.id))))
     LEFT JOIN accounts a ON (((a.school_id = s.school_id) AND (a.student_id = s.id) AND (a.kind = 'wallet'::text))))
     LEFT JOIN gate_states g ON (((g.school_id = s.school_id) AND (g.student_id = s.id))))
     LEFT JOIN bus_states b ON (((b.school_id = s.school_id) AND (b.student_id = s.id))))
     LEFT JOIN buses v ON (((v.school_id = b.school_id) AND (v.id = b.bus_id))));

CREATE VIEW student_list AS
 SELECT s.school_id,
    s.id,
    s.admission_number,
    (lpad((length(s.admission_number))::text, 2, '0'::text) || s.admission_number) AS admission_order,
    s.names,
    s.class_id,
    c.name AS class_name,
    s.status,
    (EXISTS ( SELECT 1
           FROM fingerprints f
          WHERE ((f.school_id = s.school_id) AND (f.student_id = s.id)))) AS has_fingerprint,
    COALESCE(a.balance, (0)::bigint) AS balance,
    s.created_at
   FROM ((students s
     LEFT JOIN classes c ON (((c.school_id = s.school_id) AND (c.id = s.class_id))))
     LEFT JOIN accounts a ON (((a.school_id = s.school_id) AND (a.student_id = s.id) AND (a.kind = 'wallet'::text))))
  WHERE (s.deleted_at IS NULL);

CREATE OR REPLACE FUNCTION public.add_gate_event(the_school uuid, the_event uuid, the_student uuid, the_kind text, the_method text, the_user uuid, reason text, the_longitude double precision, the_latitude double precision, serial text, the_key text, is_verified boolean, happened_at timestamp with time zone, was_found boolean, taken_back uuid, is_overtaken boolean, undo_seconds integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
DECLARE
  passed_at timestamptz := COALESCE(happened_at, clock_timestamp());
  kept_key text := the_key;
BEGIN
  IF the_key IS NOT NULL THEN
    PERFORM 1 FROM gate_events WHERE school_id = the_school AND client_key = the_key;
    IF FOUND THEN
      kept_key := NULL;
    END IF;
  END IF;
  INSERT INTO gate_events (school_id, id, student_id, kind, method, recorded_by, override_reason, longitude, latitude, scanner_serial,
                           client_key, verified, at, received_at, found, undoes)
  VALUES (the_school, the_event, the_student, the_kind, the_method, the_user, reason, the_longitude, the_latitude, serial, kept_key,
          is_verified, passed_at, CASE WHEN happened_at IS NOT NULL THEN clock_timestamp() END, was_found, taken_back);
  IF taken_back IS NULL THEN
    PERFORM enqueue_passage_notice(the_school, the_student, the_kind, the_event, passed_at, NULL,
      CASE WHEN was_found THEN passed_at + make_interval(secs => undo_seconds) END);
  END IF;
  IF NOT is_overtaken THEN
    UPDATE gate_states SET kind = the_kind, since = passed_at, event_id = the_event
    WHERE school_id = the_school AND student_id = the_student;
  END IF;
  RETURN passed_at;
END $function$;

CREATE OR REPLACE FUNCTION public.await_seal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO audit_waiting (school_id, event_id) VALUES (NEW.school_id, NEW.id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.book_balances(the_school uuid)
 RETURNS TABLE(kind text, balance bigint)
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  closed record;
BEGIN
  SELECT book_closing(the_school, d.number) AS closing, d.ends INTO closed
  FROM book_days d WHERE d.school_id = the_school ORDER BY d.number DESC LIMIT 1;
  RETURN QUERY
  SELECT a.kind, sum(a.balance)::bigint FROM accounts a WHERE a.school_id = the_school AND a.kind = 'wallet' GROUP BY a.kind
  UNION ALL
  SELECT each.kind, coalesce((closed.closing ->> each.kind)::bigint, 0) + sum(each.since)::bigint
  FROM (
    SELECT a.kind, (
      SELECT coalesce(sum(p.amount), 0) FROM postings p
      WHERE p.school_id = the_school AND p.account_id = a.id AND p.position IS NULL
        AND p.at >= coalesce(closed.ends, '-infinity')) AS since
    FROM accounts a WHERE a.school_id = the_school AND a.kind <> 'wallet'
  ) AS each GROUP BY each.kind;
END $function$;

CREATE OR REPLACE FUNCTION public.book_closing(the_school uuid, the_number integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(jsonb_object_agg(sums.kind, sums.cents), '{}')
  FROM (
    SELECT each.kind, sum(each.cents)::bigint AS cents
    FROM (
      SELECT c.key AS kind, c.value::bigint AS cents
      FROM book_days d CROSS JOIN LATERAL jsonb_each_text(d.closing) AS c
      WHERE d.school_id = the_school AND d.number = the_number
      UNION ALL
      SELECT c.key, c.value::bigint
      FROM book_amendments a JOIN book_days d ON d.school_id = a.school_id AND d.day = a.day
      CROSS JOIN LATERAL jsonb_each_text(a.change) AS c
      WHERE a.school_id = the_school AND a.newest >= the_number AND d.number <= the_number
    ) AS each GROUP BY each.kind
  ) AS sums
$function$;

CREATE OR REPLACE FUNCTION public.charge_numbered_try(the_school uuid, the_try uuid, the_number text, the_kind text, the_user uuid, most integer, longest interval, misses_an_hour integer, compare interval, OUT student uuid, OUT outcome text, OUT until timestamp with time zone, OUT seconds double precision)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
BEGIN
  SELECT s.id INTO student FROM students s
  WHERE s.school_id = the_school AND s.admission_number = the_number AND s.status = 'active' AND s.deleted_at IS NULL;
  IF student IS NULL THEN
    RETURN;
  END IF;
  SELECT c.outcome, c.until, c.seconds INTO outcome, until, seconds
  FROM charge_student_try(the_school, the_try, student, the_kind, the_user, most, longest, misses_an_hour, compare) c;
END $function$;

CREATE OR REPLACE FUNCTION public.charge_student_try(the_school uuid, the_try uuid, the_student uuid, the_kind text, the_user uuid, most integer, longest interval, misses_an_hour integer, compare interval, OUT outcome text, OUT until timestamp with time zone, OUT seconds double precision)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
DECLARE
  failures int;
  under_way int;
  oldest timestamptz;
  misses int;
  since timestamptz;
BEGIN
  IF the_user IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('pin-misses:' || the_user, 0));
  END IF;
  -- A lock that ends later than one of this moment would was made by a clock that has been set back since: it is over.
  IF the_kind = 'pin' THEN
    INSERT INTO student_locks AS l (school_id, student_id) VALUES (the_school, the_student)
    ON CONFLICT (school_id, student_id) DO UPDATE SET
      pin_failures = CASE WHEN NOT (l.pin_locked_until > clock_timestamp() AND l.pin_locked_until <= clock_timestamp() + longest + clock_tolerance())
        THEN 0 ELSE l.pin_failures END,
      pin_locked_until = CASE WHEN (l.pin_locked_until > clock_timestamp() AND l.pin_locked_until <= clock_timestamp() + longest + clock_tolerance())
        THEN l.pin_locked_until END
    RETURNING pin_failures, pin_locked_until INTO failures, until;
  ELSE
    INSERT INTO student_locks AS l (school_id, student_id) VALUES (the_school, the_student)
    ON CONFLICT (school_id, student_id) DO UPDATE SET
      finger_failures = CASE WHEN NOT (l.finger_held_until > clock_timestamp() AND l.finger_held_until <= clock_timestamp() + longest + clock_tolerance())
        THEN 0 ELSE l.finger_failures END,
      finger_held_until = CASE WHEN (l.finger_held_until > clock_timestamp() AND l.finger_held_until <= clock_timestamp() + longest + clock_tolerance())
        THEN l.finger_held_until END
    RETURNING finger_failures, finger_held_until INTO failures, until;
  END IF;
  PERFORM 1 FROM student_tries t
  WHERE t.school_id = the_school AND t.id = the_try
    AND t.at > clock_timestamp() - compare AND t.at <= clock_timestamp() + clock_tolerance()
    AND EXISTS (SELECT 1 FROM pg_stat_get_activity(t.session) s WHERE s.backend_start = t.session_since);
  IF FOUND THEN
    outcome := 'repeated';
    RETURN;
  END IF;
  -- While the PINs of the school are guarded a student has two tries instead of five, and a user five misses instead of twenty. Whoever missed
  -- more before has one more try, and the judgement locks.
  IF the_kind = 'pin' AND until IS NULL AND pins_guarded_until(the_school) IS NOT NULL THEN
    most := least(most, greatest(2, failures + 1));
    misses_an_hour := least(misses_an_hour, 5);
  END IF;
  IF until IS NULL THEN
    SELECT count(*), min(t.at) INTO under_way, oldest FROM student_tries t
    WHERE t.school_id = the_school AND t.student_id = the_student AND t.kind = the_kind
      AND t.at > clock_timestamp() - compare AND t.at <= clock_timestamp() + clock_tolerance()
      AND EXISTS (SELECT 1 FROM pg_stat_get_activity(t.session) s WHERE s.backend_start = t.session_since);
    IF failures + under_way >= most THEN
      until := COALESCE(oldest, clock_timestamp()) + compare;
    END IF;
  END IF;
  IF until IS NOT NULL THEN
    outcome := 'locked';
    seconds := extract(epoch FROM until - clock_timestamp());
    RETURN;
  END IF;
  IF the_user IS NOT NULL THEN
    -- In one statement, and so at one moment: a try that is being judged is either under way or a miss.
    SELECT m.count + (SELECT count(*) FROM student_tries t
        WHERE t.school_id = the_school AND t.user_id = the_user AND t.kind = the_kind
          AND t.at > clock_timestamp() - compare AND t.at <= clock_timestamp() + clock_tolerance()
          AND EXISTS (SELECT 1 FROM pg_stat_get_activity(t.session) s WHERE s.backend_start = t.session_since)), m.seconds
    INTO misses, seconds
    FROM (SELECT count(*) AS count, extract(epoch FROM min(at) + interval '1 hour' - clock_timestamp()) AS seconds
          FROM failed_attempts WHERE school_id = the_school AND user_id = the_user AND kind = the_kind
            AND at > clock_timestamp() - interval '1 hour' AND at <= clock_timestamp() + clock_tolerance()) m;
    IF misses >= misses_an_hour THEN
      outcome := 'stopped';
      seconds := COALESCE(seconds, extract(epoch FROM compare));
      RETURN;
    END IF;
  END IF;
  -- Tries that died unjudged an hour ago are cleared away with the student's next one.
  DELETE FROM student_tries WHERE school_id = the_school AND student_id = the_student AND at < clock_timestamp() - interval '1 hour';
  -- Of the same call, and its server died.
  DELETE FROM student_tries WHERE school_id = the_school AND id = the_try;
  SELECT s.backend_start INTO since FROM pg_stat_get_activity(pg_backend_pid()) s;
  INSERT INTO student_tries (school_id, id, student_id, kind, user_id, at, session, session_since)
  VALUES (the_school, the_try, the_student, the_kind, the_user, clock_timestamp(), pg_backend_pid(), since);
  outcome := 'charged';
END $function$;

CREATE OR REPLACE FUNCTION public.clock_fault(the_school uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  here timestamptz := clock_timestamp();
  why text;
  than timestamptz;
  correction clock_corrections%ROWTYPE;
  network clock_checks%ROWTYPE;
  away interval;
  zone text;
BEGIN
  SELECT * INTO network FROM clock_checks;
  -- Older than an hour it tells nothing, and one of the future was made before the clock was set.
  IF network.checked_at NOT BETWEEN here - interval '1 hour' AND here + clock_tolerance() THEN
    network := NULL;
  END IF;
  SELECT * INTO correction FROM clock_corrections c WHERE c.school_id = the_school;
  IF here < released_at() THEN
    why := 'release';
    than := released_at();
  ELSIF abs(network.offset_ms) > extract(epoch FROM clock_network_tolerance()) * 1000 THEN
    why := 'network';
    away := make_interval(secs => network.offset_ms / 1000.0);
    than := here - away;
  ELSE
    why := 'movement';
    SELECT m.at INTO than FROM journal_entries m WHERE m.school_id = the_school ORDER BY m.at DESC LIMIT 1;
    IF than <= correction.until THEN
      than := correction.newest;
    END IF;
    IF than IS NULL OR than <= here + clock_tolerance() THEN
      why := 'closed-day';
      SELECT d.ends INTO than FROM book_days d WHERE d.school_id = the_school ORDER BY d.number DESC LIMIT 1;
      IF than IS NULL OR than <= here OR than <= correction.until THEN
        RETURN NULL;
      END IF;
    END IF;
  END IF;
  SELECT time_zone INTO zone FROM schools WHERE id = the_school;
  zone := coalesce(zone, 'Africa/Nairobi');
  RETURN jsonb_build_object('why', why, 'now', here, 'than', than, 'offsetMs', network.offset_ms,
    'nowText', to_char(here AT TIME ZONE zone, 'DD/MM/YYYY HH24:MI'), 'thanText', to_char(than AT TIME ZONE zone, 'DD/MM/YYYY HH24:MI'),
    'message', format(
    'The clock of the server shows %s, but %s. Nothing was recorded. Set the clock, then try again.',
    to_char(here AT TIME ZONE zone, 'FMDD Mon YYYY HH24:MI'),
    format(CASE why
      WHEN 'release' THEN 'this software was made on %s'
      WHEN 'network' THEN 'by the network it is %s'
      WHEN 'movement' THEN 'money was recorded on %s'
      ELSE 'the day that ended on %s is closed already' END,
      to_char(than AT TIME ZONE zone, 'FMDD Mon YYYY HH24:MI'))));
END $function$;

CREATE OR REPLACE FUNCTION public.clock_faults(OUT school_id uuid, OUT fault jsonb)
 RETURNS SETOF record
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_variable
DECLARE
  asked_in text := current_setting('app.school_id', true);
  school record;
BEGIN
  FOR school IN SELECT s.id FROM schools s WHERE s.deleted_at IS NULL LOOP
    school_id := school.id;
    PERFORM set_config('app.school_id', school.id::text, true);
    fault := clock_fault(school.id);
    IF fault IS NOT NULL THEN
      RETURN NEXT;
    END IF;
  END LOOP;
  PERFORM set_config('app.school_id', coalesce(asked_in, ''), true);
END $function$;

CREATE OR REPLACE FUNCTION public.clock_network_tolerance()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
AS $function$ SELECT interval '5 minutes' $function$;

CREATE OR REPLACE FUNCTION public.clock_tolerance()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
AS $function$ SELECT interval '5 seconds' $function$;

CREATE OR REPLACE FUNCTION public.close_school_days(the_school uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  WITH zone AS (
    SELECT time_zone, ((clock_timestamp() - interval '10 minutes') AT TIME ZONE time_zone)::date - 1 AS newest
    FROM schools WHERE id = the_school
  ), open AS (
    SELECT zone.time_zone, each::date AS day FROM zone, generate_series(
      greatest(zone.newest - 29, (SELECT max(day) + 1 FROM school_days WHERE school_id = the_school)), zone.newest, '1 day'
    ) AS each
  )
  INSERT INTO school_days (school_id, day, movements)
  SELECT the_school, open.day, (
    SELECT count(*) FROM journal_entries m WHERE m.school_id = the_school
      AND m.at >= open.day::timestamp AT TIME ZONE open.time_zone
      AND m.at < (open.day + 1)::timestamp AT TIME ZONE open.time_zone)
  FROM open ON CONFLICT DO NOTHING;
$function$;

CREATE OR REPLACE FUNCTION public.count_payments(OUT what text, OUT state text, OUT payments integer)
 RETURNS SETOF record
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_variable
DECLARE
  asked_in text := current_setting('app.school_id', true);
  since timestamptz := clock_timestamp() - interval '24 hours';
  school record;
BEGIN
  FOR school IN SELECT s.id FROM schools s WHERE s.deleted_at IS NULL LOOP
    PERFORM set_config('app.school_id', school.id::text, true);
    RETURN QUERY SELECT 'payment', p.state, count(*)::int FROM payments p
      WHERE p.school_id = school.id AND p.paid_at >= since GROUP BY p.state;
    RETURN QUERY SELECT 'stk-push', p.status, count(*)::int FROM stk_pushes p
      WHERE p.school_id = school.id AND p.requested_at >= since GROUP BY p.status;
  END LOOP;
  PERFORM set_config('app.school_id', coalesce(asked_in, ''), true);
END $function$;

CREATE OR REPLACE FUNCTION public.counter_account(the_school uuid, the_entry_kind text, counter_kind text, the_user uuid)
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
DECLARE
  open_till uuid;
BEGIN
  IF counter_kind <> 'till' THEN
    RETURN school_account(the_school, counter_kind);
  END IF;
  SELECT t.id INTO open_till FROM tills t
  WHERE t.school_id = the_school AND t.user_id = the_user AND t.closed_at IS NULL FOR KEY SHARE;
  RETURN COALESCE(open_till, school_account(the_school, 'cash-desk'));
END $function$;

CREATE OR REPLACE FUNCTION public.drop_jobs_about(patterns text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM graphile_worker._private_jobs j
  WHERE j.locked_at IS NULL AND j.payload ->> 'schoolId' = current_setting('app.school_id', true)
    AND j.payload::text LIKE ANY (patterns);
END $function$;

CREATE OR REPLACE FUNCTION public.enable_row_security(target regclass, platform_reads boolean DEFAULT false, school_column text DEFAULT 'school_id'::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format(
    'CREATE POLICY own_school ON %s USING (%I = nullif(current_setting(''app.school_id'', true), '''')::uuid)',
    target, school_column);
  IF platform_reads THEN
    EXECUTE format(
      'CREATE POLICY platform_reads ON %s FOR SELECT USING (COALESCE(current_setting(''app.scope'', true) = ''platform'', false))',
      target);
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.enqueue_job(task text, payload json, run_at timestamp with time zone DEFAULT now(), most_attempts integer DEFAULT 25)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  PERFORM graphile_worker.add_job(task, payload, run_at => run_at, max_attempts => most_attempts);
END $function$;

CREATE OR REPLACE FUNCTION public.enqueue_one_job(task text, job_key text, queue text, run_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  PERFORM graphile_worker.add_job(
    enqueue_one_job.task, '{}'::json, queue_name => queue, run_at => enqueue_one_job.run_at, max_attempts => 1,
    job_key => enqueue_one_job.job_key);
END $function$;

CREATE OR REPLACE FUNCTION public.enqueue_passage_notice(the_school uuid, the_student uuid, the_kind text, the_event uuid, happened_at timestamp with time zone, plate text, not_before timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF happened_at < clock_timestamp() - interval '6 hours' THEN
    RETURN;
  END IF;
  PERFORM 1 FROM guardians g
  WHERE g.school_id = the_school AND g.student_id = the_student AND g.deleted_at IS NULL AND the_kind = ANY (g.notify);
  IF FOUND THEN
    PERFORM enqueue_job('write-passage', json_build_object(
      'schoolId', the_school, 'studentId', the_student, 'kind', the_kind, 'eventId', the_event, 'at', happened_at, 'plate', plate),
      COALESCE(not_before, to_timestamp(0)), 12);
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.enqueue_receipt(the_school uuid, the_entry uuid, the_kind text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  the_receipt text := CASE the_kind WHEN 'refund-paid' THEN 'refund' ELSE the_kind END;
BEGIN
  IF NOT coalesce((SELECT CASE the_receipt WHEN 'cash-out' THEN s.cash_out WHEN 'collection' THEN s.collection
                                           WHEN 'refund' THEN s.refund WHEN 'item' THEN s.item ELSE false END
                   FROM sms_settings s WHERE s.school_id = the_school), the_receipt IN ('cash-out', 'collection', 'refund', 'item')) THEN
    RETURN;
  END IF;
  PERFORM 1 FROM journal_entries m
  JOIN guardians g ON g.school_id = m.school_id AND g.student_id = m.student_id AND g.deleted_at IS NULL
  WHERE m.school_id = the_school AND m.id = the_entry;
  IF FOUND THEN
    PERFORM enqueue_job('write-receipt', json_build_object('schoolId', the_school, 'entryId', the_entry),
                        to_timestamp(0), 12);
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.entries_of_schools(OUT school_id uuid, OUT today bigint, OUT month bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_variable
DECLARE
  asked_in text := current_setting('app.school_id', true);
  school record;
BEGIN
  -- The moments are worked out here, once for each school: in the count they would be for each journal entry. Planned at every
  -- call: a plan made before the first days were closed would read all of them for each school.
  FOR school IN EXECUTE $each$
    SELECT s.id, s.day::timestamp AT TIME ZONE s.time_zone AS today_begins, coalesce(sum(d.movements), 0) AS closed,
           coalesce(max(d.day) + 1, s.day - 29)::timestamp AT TIME ZONE s.time_zone AS open_begins
    FROM (SELECT id, time_zone, (now() AT TIME ZONE time_zone)::date AS day FROM schools WHERE deleted_at IS NULL) AS s
    LEFT JOIN school_days d ON d.school_id = s.id AND d.day BETWEEN s.day - 29 AND s.day - 1
    GROUP BY s.id, s.day, s.time_zone
  $each$ LOOP
    school_id := school.id;
    PERFORM set_config('app.school_id', school.id::text, true);
    SELECT count(*) FILTER (WHERE m.at >= school.today_begins), school.closed + count(*) INTO today, month
    FROM journal_entries m WHERE m.school_id = school.id AND m.at >= school.open_begins;
    RETURN NEXT;
  END LOOP;
  PERFORM set_config('app.school_id', coalesce(asked_in, ''), true);
END $function$;

CREATE OR REPLACE FUNCTION public.fee_of(the_school uuid, the_kind text, the_amount bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT COALESCE(
    (SELECT least(fixed + round(the_amount * basis_points / 10000.0)::bigint, COALESCE(cap, 9223372036854775807))
     FROM fee_rules WHERE school_id = the_school AND kind = the_kind), 0);
$function$;

CREATE OR REPLACE FUNCTION public.is_account_of(the_school uuid, the_account text, the_number text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT upper(regexp_replace(the_account, '[\s-]', '', 'g')) IN (
    SELECT the_number UNION ALL SELECT p.prefix || the_number FROM account_prefixes p WHERE p.school_id = the_school)
$function$;

CREATE OR REPLACE FUNCTION public.is_checked_in(the_school uuid, the_student uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (
    SELECT 1 FROM gate_states g JOIN schools s ON s.id = g.school_id
    WHERE g.school_id = the_school AND g.student_id = the_student AND g.kind = 'in'
      AND (g.since AT TIME ZONE s.time_zone)::date = (clock_timestamp() AT TIME ZONE s.time_zone)::date)
$function$;

CREATE OR REPLACE FUNCTION public.is_open_payment(the_payment payments)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT the_payment.state IN ('told', 'unknown') AND (
    the_payment.reported_at > now() - interval '50 hours'
    OR the_payment.in_statement AND (the_payment.provider_answer IS NULL OR the_payment.approved_in IS NULL AND NOT the_payment.doubted))
$function$;

CREATE OR REPLACE FUNCTION public.judge_right_try(the_school uuid, the_try uuid, the_student uuid, the_user uuid, compare interval)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE student_locks SET pin_failures = 0, pin_locked_until = NULL, pin_holds = 0, finger_failures = 0,
    finger_held_until = NULL, finger_holds = 0
  WHERE school_id = the_school AND student_id = the_student;
  -- Behind the row's lock: whoever charges meanwhile has seen this try as under way, or sees what became of it.
  DELETE FROM student_tries t WHERE t.school_id = the_school AND t.id = the_try
    AND t.at > clock_timestamp() - compare AND t.at <= clock_timestamp() + clock_tolerance()
    AND EXISTS (SELECT 1 FROM pg_stat_get_activity(t.session) s WHERE s.backend_start = t.session_since);
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM failed_attempts WHERE school_id = the_school AND user_id = the_user AND student_id = the_student;
  RETURN true;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'Who is erased stays erased' USING ERRCODE = 'restrict_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.keep_first_class()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO student_classes (school_id, student_id, since, class_id) SELECT school_id, id, created_at, class_id FROM fresh;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_next_class()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO student_classes (school_id, student_id, since, class_id) VALUES (NEW.school_id, NEW.id, clock_timestamp(), NEW.class_id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_sketch(the_school uuid, the_sketch uuid, the_student uuid, of_enrolment boolean, the_sealed bytea, most integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO picture_sketches (school_id, id, student_id, enrolled, sealed)
  VALUES (the_school, the_sketch, the_student, of_enrolment, the_sealed);
  DELETE FROM picture_sketches WHERE school_id = the_school AND id IN (
    SELECT id FROM picture_sketches WHERE school_id = the_school AND student_id = the_student AND NOT enrolled
    ORDER BY made_at DESC, id DESC OFFSET most);
END $function$;

CREATE OR REPLACE FUNCTION public.lifts_hold(the_school uuid, the_approval uuid, the_kinds text[], the_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT NOT EXISTS (
    SELECT FROM cash_approvals a
    JOIN schools s ON s.id = a.school_id
    JOIN money_holds h ON h.school_id = a.school_id AND h.student_id = a.student_id
    WHERE a.school_id = the_school AND a.id = the_approval AND (h.means = ANY (the_kinds) OR split_part(h.means, ':', 1) = ANY (the_kinds))
      AND h.since > clock_timestamp() - make_interval(hours => s.hold_after_change_hours)
      AND (h.since >= a.asked_at OR h.by_user = coalesce(a.decided_by, the_user)
        OR h.by_user IS NOT NULL AND segregation_conflict(h.by_user, coalesce(a.decided_by, the_user)) IS NOT NULL))
$function$;

CREATE OR REPLACE FUNCTION public.lifts_some_hold(the_school uuid, the_approval uuid, the_kinds text[], the_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(bool_or(lifts_hold(the_school, the_approval, ARRAY[h.means], the_user)), true)
  FROM cash_approvals a
  JOIN schools s ON s.id = a.school_id
  JOIN money_holds h ON h.school_id = a.school_id AND h.student_id = a.student_id
  WHERE a.school_id = the_school AND a.id = the_approval AND split_part(h.means, ':', 1) = ANY (the_kinds)
    AND h.since > clock_timestamp() - make_interval(hours => s.hold_after_change_hours)
$function$;

CREATE OR REPLACE FUNCTION public.live_approval(the_school uuid, the_student uuid, the_user uuid, the_amount bigint)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  SELECT id FROM cash_approvals
  WHERE school_id = the_school AND student_id = the_student AND asked_by = the_user AND amount >= the_amount
    AND slip IS NULL AND decision = 'approved' AND entry_id IS NULL AND decided_at > now() - interval '30 minutes'
  ORDER BY amount, id LIMIT 1
$function$;

CREATE OR REPLACE FUNCTION public.live_hold_approval(the_school uuid, the_entry uuid, the_means text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  SELECT a.id FROM journal_entries m
  JOIN cash_approvals a ON a.school_id = m.school_id AND a.student_id = m.student_id AND a.asked_by = m.by_user AND a.amount >= m.amount
  WHERE m.school_id = the_school AND m.id = the_entry AND a.slip IS NULL AND a.decision = 'approved'
    AND (a.entry_id = m.id OR a.entry_id IS NULL AND a.decided_at > now() - interval '30 minutes')
    AND (the_means IS NULL OR (the_means = 'pin') = coalesce(m.method = 'pin', the_means = 'pin')
      AND EXISTS (SELECT FROM money_holds h WHERE h.school_id = m.school_id AND h.student_id = m.student_id AND h.means = the_means))
    AND lifts_hold(the_school, a.id, ARRAY[coalesce(the_means, CASE m.method WHEN 'pin' THEN 'pin' ELSE 'finger' END)], NULL)
  ORDER BY a.entry_id IS NULL, a.amount, a.id LIMIT 1
$function$;

CREATE OR REPLACE FUNCTION public.live_slip_approval(the_school uuid, the_student uuid, the_user uuid, the_amount bigint, the_slip text)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  SELECT id FROM cash_approvals
  WHERE school_id = the_school AND student_id = the_student AND asked_by = the_user AND amount >= the_amount
    AND slip = the_slip AND decision = 'approved' AND entry_id IS NULL AND decided_at > now() - interval '30 minutes'
  ORDER BY amount, id LIMIT 1
$function$;

CREATE OR REPLACE FUNCTION public.make_append_only(target regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %s FROM mfuko_app', target);
  EXECUTE format(
    'CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION refuse_change()', target);
  EXECUTE format(
    'CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', target);
END $function$;

CREATE OR REPLACE FUNCTION public.make_blankable(target regclass, VARIADIC columns text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  EXECUTE format('DROP TRIGGER append_only ON %s', target);
  EXECUTE format(
    'CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION refuse_unless_blanked(%s)', target,
    (SELECT string_agg(quote_literal(c), ', ') FROM unnest(columns) AS c));
  EXECUTE format('GRANT UPDATE (%s) ON %s TO mfuko_app', (SELECT string_agg(quote_ident(c), ', ') FROM unnest(columns) AS c), target);
END $function$;

CREATE OR REPLACE FUNCTION public.max_cash_for_balance(the_school uuid, the_balance bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.max_cash_now(the_school uuid, the_student uuid, the_balance bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT least(max_cash_for_balance(the_school, the_balance), (SELECT s.entry_limit FROM schools s WHERE s.id = the_school) / 100 * 100,
    (SELECT min(CASE
       WHEN l.rule = 'no-cash' OR (l.rule = 'on-campus' AND NOT is_checked_in(the_school, the_student))
         OR (l.rule = 'cash-outs' AND l.used >= l.most) THEN 0
       WHEN l.rule IN ('cash-out', 'day', 'week') THEN greatest(l.most - l.used, 0) / 100 * 100
       WHEN l.rule = 'first-pin' AND NOT EXISTS (SELECT FROM fingerprints f WHERE f.school_id = the_school AND f.student_id = the_student)
         THEN greatest(l.most - l.used, 0) / 100 * 100 END)
     FROM pocket_limits_of(the_school, the_student) AS l))
$function$;

CREATE OR REPLACE FUNCTION public.move_pocket_money(the_school uuid, moves json, wait boolean DEFAULT true)
 RETURNS TABLE(place integer, outcome text, entry_id uuid, student uuid, balance bigint, fee bigint, token text, at timestamp with time zone, most bigint, why jsonb)
 LANGUAGE plpgsql
AS $function$
DECLARE
  asked record;
  active boolean;
  wallet record;
  previous uuid;
  own bigint;
  charged text[];
  till_required boolean;
  seat text;
  seats jsonb := '{}';
  entry journal_entries%ROWTYPE;
  leg postings%ROWTYPE;
  slip receipts%ROWTYPE;
  entries journal_entries[] := '{}';
  legs postings[] := '{}';
  slips receipts[] := '{}';
BEGIN
  SELECT s.entry_limit, s.require_till INTO most, till_required FROM schools s WHERE s.id = the_school;
  SELECT array_agg(f.kind) INTO charged FROM fee_rules f WHERE f.school_id = the_school;
  FOR asked IN
    SELECT listed.*, m.*
    FROM ROWS FROM (json_to_recordset(moves) AS (
      id uuid, kind text, student uuid, number text, direction int, amount bigint, counter text, by_user uuid, method text,
      reference text, item uuid, token text, longitude double precision, latitude double precision, once boolean, ask boolean, key text, subsidy bigint
    )) WITH ORDINALITY AS m
    CROSS JOIN LATERAL (SELECT
      -- One look at an index for each, whatever the planner believes of the tables.
      coalesce(m.student, (SELECT s.id FROM students s WHERE s.school_id = the_school AND s.admission_number = m.number
                                                         AND s.deleted_at IS NULL)) AS holder,
      (SELECT true FROM idempotency_keys k WHERE k.school_id = the_school AND k.key = m.key) AS answered) AS listed
    ORDER BY listed.holder, m.ordinality
  LOOP
    place := asked.ordinality;
    student := asked.holder;
    entry_id := NULL; balance := NULL; fee := NULL; token := NULL; at := NULL; why := NULL;
    IF student = previous THEN
      -- The rules and the balance of the next move count what the one before has moved.
      PERFORM write_journal_entries(entries, legs, slips);
      entries := '{}'; legs := '{}'; slips := '{}';
    END IF;
    previous := student;
    IF asked.answered THEN
      outcome := 'left-out';
      RETURN NEXT; CONTINUE;
    END IF;
    -- Limit of the school: a collection was paid already, and a refund goes back to a guardian, so neither is limited.
    IF asked.amount > most AND asked.kind NOT IN ('collection', 'refund', 'refund-failed') THEN
      outcome := 'over-limit';
      RETURN NEXT; CONTINUE;
    END IF;
    -- Between the proof of a student and this the office may have been at work.
    IF asked.kind IN ('deposit', 'cash-out', 'canteen', 'item') THEN
      IF wait THEN
        SELECT s.status = 'active' AND s.deleted_at IS NULL INTO active FROM students s
        WHERE s.school_id = the_school AND s.id = asked.holder FOR KEY SHARE;
      ELSE
        SELECT s.status = 'active' AND s.deleted_at IS NULL INTO active FROM students s
        WHERE s.school_id = the_school AND s.id = asked.holder FOR KEY SHARE SKIP LOCKED;
      END IF;
      IF active IS NOT TRUE THEN
        outcome := 'not-active';
        RETURN NEXT; CONTINUE;
      END IF;
    END IF;
    LOOP
      IF wait THEN
        SELECT a.balance, a.newest_position INTO wallet FROM accounts a
        WHERE a.school_id = the_school AND a.id = asked.holder FOR UPDATE;
      ELSE
        SELECT a.balance, a.newest_position INTO wallet FROM accounts a
        WHERE a.school_id = the_school AND a.id = asked.holder FOR UPDATE SKIP LOCKED;
      END IF;
      EXIT WHEN FOUND OR NOT wait;
      INSERT INTO accounts (school_id, id, kind, student_id, balance)
      VALUES (the_school, asked.holder, 'wallet', asked.holder, 0) ON CONFLICT DO NOTHING;
    END LOOP;
    IF wallet.balance IS NULL THEN
      outcome := 'left-out';
      RETURN NEXT; CONTINUE;
    END IF;
    IF asked.once THEN
      -- By a clock that went back no less than by one that goes on. A move that is further in the future is none of a
      -- moment ago; the clock stops what comes then.
      SELECT 'repeated', e.id, p.balance_after, e.fee, r.token, e.at INTO outcome, entry_id, balance, fee, token, at
      FROM journal_entries e
      JOIN postings p ON p.school_id = e.school_id AND p.entry_id = e.id AND p.account_id = asked.holder
      JOIN receipts r ON r.school_id = e.school_id AND r.entry_id = e.id
      WHERE e.school_id = the_school AND e.student_id = asked.holder AND e.at > clock_timestamp() - interval '10 seconds'
        AND e.at <= clock_timestamp() + clock_tolerance()
        AND e.by_user = asked.by_user AND e.kind = asked.kind AND e.amount = asked.amount
        AND e.method IS NOT DISTINCT FROM asked.method AND e.item IS NOT DISTINCT FROM asked.item
        AND e.reference IS NOT DISTINCT FROM asked.reference
      ORDER BY e.at DESC LIMIT 1;
      IF FOUND THEN
        RETURN NEXT; CONTINUE;
      END IF;
    END IF;
    own := asked.amount - coalesce(asked.subsidy, 0);
    why := CASE WHEN till_required AND asked.counter = 'till' THEN refused_without_till(the_school, asked.by_user) END;
    IF why IS NULL THEN
      why := refused_by_rule(the_school, asked.kind, asked.holder, own, asked.by_user, asked.method);
    END IF;
    IF why IS NULL AND asked.ask THEN
      why := refused_as_repeated(the_school, asked.kind, asked.holder, asked.amount, asked.counter, asked.by_user, asked.reference);
    END IF;
    IF why IS NOT NULL THEN
      outcome := 'refused';
      RETURN NEXT; CONTINUE;
    END IF;
    fee := CASE WHEN asked.kind = ANY (charged) AND own > 0 THEN fee_of(the_school, asked.kind, own) ELSE 0 END;
    IF asked.direction = 1 THEN
      fee := least(fee, asked.amount - 1);
    END IF;
    balance := wallet.balance + asked.direction * own - fee;
    IF balance < 0 THEN
      outcome := 'insufficient';
      balance := wallet.balance;
      RETURN NEXT; CONTINUE;
    END IF;

    outcome := 'moved';
    entry_id := asked.id;
    token := asked.token;
    at := clock_timestamp();
    entry := NULL;
    entry.school_id := the_school;
    entry.id := asked.id;
    entry.kind := asked.kind;
    entry.student_id := asked.holder;
    entry.amount := asked.amount;
    entry.fee := fee;
    entry.method := asked.method;
    entry.reference := asked.reference;
    entry.item := asked.item;
    entry.by_user := asked.by_user;
    entry.at := at;
    entry.longitude := asked.longitude;
    entry.latitude := asked.latitude;
    entries := entries || entry;
    leg := NULL;
    leg.school_id := the_school;
    leg.entry_id := asked.id;
    leg.at := at;
    leg.leg := 0;
    IF own > 0 THEN
      leg.leg := 1;
      leg.account_id := asked.holder;
      leg.amount := balance - wallet.balance;
      leg.position := wallet.newest_position + 1;
      leg.balance_after := balance;
      legs := legs || leg;
    END IF;
    -- Asked for once in a list: of most moves the account is the same, and only a till is somebody's own.
    seat := concat(asked.counter, CASE asked.counter WHEN 'till' THEN asked.by_user END);
    IF seats ->> seat IS NULL THEN
      seats := seats || jsonb_build_object(seat, counter_account(the_school, asked.kind, asked.counter, asked.by_user));
    END IF;
    leg.leg := leg.leg + 1;
    leg.account_id := seats ->> seat;
    leg.amount := -asked.direction * asked.amount;
    leg.position := NULL;
    leg.balance_after := NULL;
    legs := legs || leg;
    IF asked.subsidy > 0 THEN
      leg.leg := leg.leg + 1;
      leg.account_id := school_account(the_school, 'meal-subsidy');
      leg.amount := -asked.subsidy;
      legs := legs || leg;
    END IF;
    IF fee > 0 THEN
      leg.leg := leg.leg + 1;
      leg.account_id := school_account(the_school, 'platform-fees');
      leg.amount := fee;
      legs := legs || leg;
    END IF;
    slip := NULL;
    slip.school_id := the_school;
    slip.entry_id := asked.id;
    slip.token := asked.token;
    slips := slips || slip;
    RETURN NEXT;
  END LOOP;
  PERFORM write_journal_entries(entries, legs, slips);
END $function$;

CREATE OR REPLACE FUNCTION public.move_school_money(the_school uuid, moves json)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  asked record;
  entry journal_entries%ROWTYPE;
  leg postings%ROWTYPE;
  entries journal_entries[] := '{}';
  legs postings[] := '{}';
BEGIN
  FOR asked IN
    SELECT m.* FROM json_to_recordset(moves) AS m (
      id uuid, kind text, student uuid, gains text, gains_till uuid, loses text, loses_till uuid, amount bigint, by_user uuid,
      reference text)
  LOOP
    entry := NULL;
    entry.school_id := the_school;
    entry.id := asked.id;
    entry.kind := asked.kind;
    entry.student_id := asked.student;
    entry.amount := asked.amount;
    entry.fee := 0;
    entry.reference := asked.reference;
    entry.by_user := asked.by_user;
    entry.at := clock_timestamp();
    entries := entries || entry;
    leg := NULL;
    leg.school_id := the_school;
    leg.entry_id := asked.id;
    leg.at := entry.at;
    leg.leg := 1;
    leg.account_id := coalesce(asked.gains_till, school_account(the_school, asked.gains));
    leg.amount := asked.amount;
    legs := legs || leg;
    leg.leg := 2;
    leg.account_id := coalesce(asked.loses_till, school_account(the_school, asked.loses));
    leg.amount := -asked.amount;
    legs := legs || leg;
  END LOOP;
  PERFORM write_journal_entries(entries, legs, '{}');
END $function$;

CREATE OR REPLACE FUNCTION public.name_patterns_of(the_student uuid, OUT own text[], OUT others text[])
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  WITH the_school AS (SELECT nullif(current_setting('app.school_id', true), '')::uuid AS id),
  child AS (
    SELECT s.admission_number AS number, s.names FROM students s, the_school
    WHERE s.school_id = the_school.id AND s.id = the_student AND s.erased_at IS NULL
  ),
  people AS (
    SELECT 0 AS person, true AS is_child, true AS alone, names AS name, NULL::text AS phone FROM child
    UNION ALL
    -- A guardian of another child here names that one too.
    SELECT row_number() OVER (ORDER BY g.id), false, NOT EXISTS (
             SELECT 1 FROM guardians o WHERE o.school_id = g.school_id AND o.student_id <> the_student
               AND (o.name = g.name OR o.mobile_number = g.mobile_number)
           ), g.name, CASE WHEN g.mobile_number ~ '^\d{9,15}$' THEN g.mobile_number END
    FROM guardians g, the_school WHERE g.school_id = the_school.id AND g.student_id = the_student AND EXISTS (SELECT 1 FROM child)
  ),
  words AS (
    -- Each as it is, whichever apostrophe somebody types.
    SELECT DISTINCT person, is_child, alone, lower(word) AS word,
           regexp_replace(regexp_replace(word, '[.*+?^${}()|\[\]\\/]', '\\\&', 'g'), '[''’‘`´]', '[''’‘`´]', 'g') AS way
    FROM people, regexp_split_to_table(name, '[\s,.]+') AS word WHERE length(word) > 1
  ),
  shared AS (
    SELECT lower(word) AS word FROM the_school, LATERAL (
      SELECT names FROM students WHERE school_id = the_school.id AND id <> the_student AND erased_at IS NULL
      UNION ALL SELECT name FROM guardians WHERE school_id = the_school.id AND student_id <> the_student
      UNION ALL SELECT concat_ws(' ', first_name, last_names) FROM users WHERE school_id = the_school.id
    ) AS anybody, regexp_split_to_table(names, '[\s,.]+') AS word
  ),
  numbers AS (
    -- A short one only where the text says that it is one.
    SELECT unnest(CASE
      WHEN length(number) >= 5 THEN ARRAY[number]
      ELSE ARRAY['(?:adm(?:ission)?|number|no|nambari|namba|student|mwanafunzi)[:#\s,.]+0*' || number,
                 '^\s*' || number || '\s*$', '\(' || number || '\)']
    END) AS way FROM child
  ),
  phones AS (
    -- As people write it: with the country's number or a nought, and pauses.
    SELECT alone, '(?:\+?254|0)[\s-]?' || array_to_string(regexp_split_to_array(right(phone, 9), ''), '[\s-]?') AS way
    FROM people WHERE phone IS NOT NULL
  ),
  pairs AS (
    SELECT format('(?:%1$s)(?:[\s,.]+(?:%1$s))+', string_agg(DISTINCT way, '|')) AS way
    FROM words WHERE alone GROUP BY person HAVING count(DISTINCT way) > 1
  )
  SELECT ARRAY(SELECT way FROM words UNION SELECT way FROM numbers UNION SELECT way FROM phones),
         ARRAY(SELECT way FROM pairs
               -- Shorter ones are words of other things too.
               UNION SELECT way FROM words WHERE is_child AND length(word) >= 4 AND word NOT IN (SELECT shared.word FROM shared)
               UNION SELECT way FROM numbers
               UNION SELECT way FROM phones WHERE alone)
$function$;

CREATE OR REPLACE FUNCTION public.note_former_number()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO former_numbers (user_id, phone) VALUES (OLD.id, OLD.phone);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_new_pin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.pin_hash IS NOT DISTINCT FROM OLD.pin_hash THEN
    RETURN NEW;
  END IF;
  NEW.pin_set_at := CASE WHEN NEW.pin_hash IS NOT NULL THEN clock_timestamp() END;
  IF TG_OP = 'UPDATE' AND NEW.pin_own_at IS NOT DISTINCT FROM OLD.pin_own_at THEN
    NEW.pin_own_at := NULL;
  END IF;
  IF NEW.pin_hash IS NOT NULL THEN
    NEW.pin_hash_elsewhere := NULL;
    NEW.pin_pepper_elsewhere := NULL;
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.note_reader_heartbeat(the_school uuid, serial text, OUT signed_only boolean, OUT id uuid, OUT label text, OUT role text, OUT revoked boolean, OUT capture_key bytea)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
BEGIN
  SELECT s.require_signed_captures INTO signed_only FROM schools s WHERE s.id = the_school;
  IF serial IS NULL THEN
    RETURN;
  END IF;
  SELECT d.id, d.label, d.role, d.revoked_at IS NOT NULL, d.capture_key INTO id, label, role, revoked, capture_key FROM devices d
  WHERE d.school_id = the_school AND upper(d.serial_number) = upper(serial)
  ORDER BY d.revoked_at DESC NULLS FIRST LIMIT 1;
  IF id IS NOT NULL AND NOT revoked THEN
    INSERT INTO device_heartbeats AS g (school_id, device_id) VALUES (the_school, note_reader_heartbeat.id)
    ON CONFLICT (school_id, device_id) DO UPDATE SET last_seen_at = clock_timestamp()
    WHERE g.last_seen_at < clock_timestamp() - interval '1 minute';
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.paid_in_since_proof(the_school uuid, people uuid[], proven timestamp with time zone[], wait boolean)
 RETURNS TABLE(place integer, amount bigint)
 LANGUAGE plpgsql
AS $function$
DECLARE
  asked record;
BEGIN
  -- In one order, so that no two wait for each other in a circle.
  FOR asked IN SELECT * FROM unnest(people, proven) WITH ORDINALITY AS a (person, since, number) ORDER BY a.person LOOP
    place := asked.number;
    amount := NULL;
    IF wait THEN
      PERFORM pg_advisory_xact_lock(hashtextextended('pays-in:' || asked.person, 0));
    ELSIF NOT pg_try_advisory_xact_lock(hashtextextended('pays-in:' || asked.person, 0)) THEN
      RETURN NEXT; CONTINUE;
    END IF;
    SELECT coalesce(sum(e.amount), 0) INTO amount FROM journal_entries e
    WHERE e.school_id = the_school AND e.by_user = asked.person AND e.kind = 'deposit'
      AND e.at > greatest(clock_timestamp() - interval '1 day', asked.since);
    RETURN NEXT;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION public.park_reversed_collection()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  was journal_entries%ROWTYPE;
  before suspense_items%ROWTYPE;
BEGIN
  SELECT * INTO was FROM journal_entries m WHERE m.school_id = NEW.school_id AND m.id = NEW.reverses;
  IF was.kind <> 'collection' OR NOT EXISTS (
    SELECT 1 FROM postings p JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id
    WHERE p.school_id = NEW.school_id AND p.entry_id = NEW.reverses AND a.kind IN ('m-pesa', 'suspense')
  ) THEN
    RETURN NULL;
  END IF;
  SELECT * INTO before FROM suspense_items i
  WHERE i.school_id = NEW.school_id AND i.receipt = was.reference ORDER BY i.parked_at LIMIT 1;
  INSERT INTO suspense_items (school_id, id, receipt, why, amount, paid_at, account, payer_sealed, payer_digest, student_id,
                              entry_id)
  VALUES (NEW.school_id, gen_random_uuid(), left(nullif(was.reference, ''), 40), 'reversed', was.amount,
          coalesce(before.paid_at, was.at), coalesce(before.account, ''), before.payer_sealed, before.payer_digest,
          was.student_id, NEW.id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.pins_guarded_until(the_school uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  wrong int;
  allowed int := 100;
BEGIN
  SELECT count(*) INTO wrong FROM failed_attempts WHERE school_id = the_school AND kind = 'pin'
    AND at > clock_timestamp() - interval '1 hour' AND at <= clock_timestamp() + clock_tolerance();
  IF wrong < allowed THEN
    RETURN NULL;
  END IF;
  SELECT greatest(allowed, count(*) / 4) INTO allowed FROM students
  WHERE school_id = the_school AND status = 'active' AND deleted_at IS NULL;
  -- Ends once so many have grown old that fewer than the allowed are left; null where fewer there are already.
  RETURN (SELECT at + interval '1 hour' FROM failed_attempts WHERE school_id = the_school AND kind = 'pin'
      AND at > clock_timestamp() - interval '1 hour' AND at <= clock_timestamp() + clock_tolerance()
    ORDER BY at DESC OFFSET allowed - 1 LIMIT 1);
END $function$;

CREATE OR REPLACE FUNCTION public.pocket_limits_of(the_school uuid, the_student uuid)
 RETURNS TABLE(rule text, most bigint, set_by text, used bigint)
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN QUERY
  WITH strictest AS (
    SELECT DISTINCT ON (v.rule) v.rule, v.most, l.scope
    FROM students s
    JOIN pocket_limits l ON l.school_id = s.school_id AND l.subject_id IN (s.school_id, s.class_id, s.id)
    CROSS JOIN LATERAL (VALUES
      ('no-cash', CASE WHEN l.no_cash THEN 0::bigint END), ('on-campus', CASE WHEN l.on_campus THEN 0::bigint END),
      ('cash-outs', l.cash_outs_day::bigint), ('cash-out', l.cash_out), ('day', l.cash_day), ('week', l.cash_week),
      ('spending', l.spending_day), ('finger-alone', l.finger_alone), ('approval', l.approval_above),
      ('first-pin', CASE WHEN s.pin_hash IS NOT NULL AND s.pin_own_at IS NULL THEN l.first_pin END)) AS v (rule, most)
    WHERE s.school_id = the_school AND s.id = the_student AND v.most IS NOT NULL
    ORDER BY v.rule, v.most, array_position(ARRAY['school', 'class', 'student', 'guardian'], l.scope)
  ), begins AS (
    SELECT date_trunc('day', z.here) AT TIME ZONE z.zone AS today, date_trunc('week', z.here) AT TIME ZONE z.zone AS week
    FROM (SELECT time_zone AS zone, clock_timestamp() AT TIME ZONE time_zone AS here FROM schools WHERE id = the_school) AS z
  ), gone AS (
    SELECT coalesce(sum(m.amount) FILTER (WHERE m.kind = 'cash-out'), 0)::bigint AS week,
           coalesce(sum(m.amount) FILTER (WHERE m.kind = 'cash-out' AND m.at >= begins.today), 0)::bigint AS today,
           coalesce(sum(m.amount) FILTER (WHERE m.kind = 'cash-out' AND m.at >= begins.today AND NOT EXISTS (
             SELECT 1 FROM cash_approvals a WHERE a.school_id = m.school_id AND a.entry_id = m.id)), 0)::bigint AS alone,
           count(*) FILTER (WHERE m.kind = 'cash-out' AND m.at >= begins.today) AS times,
           -- Pieces that went back today give their money back to the day on which they were bought.
           -- What the school gave towards a meal is not the student's to spend.
           coalesce(sum(m.amount + coalesce((
             SELECT sum(p.amount) FROM postings p JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id
             WHERE p.school_id = m.school_id AND p.entry_id = m.id AND a.kind = 'meal-subsidy' AND m.kind = 'canteen'), 0)
             - coalesce((
             SELECT sum(r.amount) FROM journal_entries r
             WHERE r.school_id = m.school_id AND r.student_id = m.student_id AND r.at >= begins.today
               AND r.kind = 'item-return' AND r.item = m.item AND m.kind = 'item'), 0))
             FILTER (WHERE m.kind <> 'cash-out' AND m.at >= begins.today), 0)::bigint AS spent
    FROM begins
    JOIN journal_entries m ON m.school_id = the_school AND m.student_id = the_student AND m.at >= begins.week
    WHERE m.kind IN ('cash-out', 'canteen', 'item')
      AND NOT EXISTS (SELECT 1 FROM journal_entries b WHERE b.school_id = m.school_id AND b.reverses = m.id)
  )
  SELECT s.rule, s.most, s.scope,
         CASE s.rule WHEN 'cash-outs' THEN gone.times WHEN 'day' THEN gone.today WHEN 'week' THEN gone.week
                     WHEN 'spending' THEN gone.spent WHEN 'approval' THEN gone.alone WHEN 'first-pin' THEN spent_by_initial_pin(the_school, the_student) ELSE 0 END
  FROM strictest s CROSS JOIN gone;
END $function$;

CREATE OR REPLACE FUNCTION public.queued_jobs(OUT kind text, OUT state text, OUT jobs integer, OUT due_seconds double precision)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT each.kind, each.state, count(*)::int,
           coalesce(max(extract(epoch FROM now() - each.run_at)) FILTER (WHERE each.state = 'due'), 0)::float8
    FROM (SELECT t.identifier AS kind, j.run_at,
                 CASE WHEN j.locked_at IS NOT NULL THEN 'running' WHEN j.attempts >= j.max_attempts THEN 'given-up'
                      WHEN j.run_at > now() THEN 'later' ELSE 'due' END AS state
          FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id) AS each
    GROUP BY 1, 2;
END $function$;

CREATE OR REPLACE FUNCTION public.redact_free_texts(the_student uuid, targets regclass[])
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  the_school uuid := nullif(current_setting('app.school_id', true), '')::uuid;
  named text[];
  target regclass;
  pattern text;
  sets text;
  finds text;
  count_of_target bigint;
  redacted bigint := 0;
  the_number text;
  given_up uuid[];
BEGIN
  -- Looked at once more when the transaction ends (`require_erased`).
  UPDATE students SET redacted_at = clock_timestamp() WHERE school_id = the_school AND id = the_student AND erased_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Nobody is erased by this id' USING ERRCODE = 'restrict_violation';
  END IF;
  SELECT ARRAY(SELECT CASE WHEN cardinality(ways) > 0 THEN '(?<!\w)(?:' || array_to_string(ways, '|') || ')(?!\w)' ELSE '(?!)' END
               FROM (VALUES (1, w.own), (2, w.others)) AS v (place, ways) ORDER BY place)
  INTO named FROM name_patterns_of(the_student) AS w;
  SELECT s.admission_number INTO the_number FROM students s WHERE s.school_id = the_school AND s.id = the_student;
  -- A payment that may still be booked keeps whose it is (an erasure waits for it, `blockers.ts`), and so does one of before that is being booked now: whoever
  -- books it waits for the child, and neither waits for the other in a ring. Before anybody is served (`erase-again.ts`) none is being booked.
  given_up := ARRAY(SELECT p.id FROM payments p WHERE p.school_id = the_school AND p.state IN ('told', 'unknown')
                      AND (NOT is_open_payment(p) OR current_setting('app.before_service', true) = 'on')
                      AND (p.account ~* named[2] OR is_account_of(the_school, p.account, the_number)) FOR UPDATE SKIP LOCKED);
  FOREACH target IN ARRAY targets LOOP
    -- In a row of the child's own each of its names tells.
    pattern := CASE WHEN EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = target AND a.attname = 'student_id')
                    THEN '(CASE WHEN student_id = $4 THEN $1 ELSE $2 END)' ELSE '$2' END;
    SELECT string_agg(format(
             CASE
               -- A slip is unique in its school.
               WHEN t.whole AND target = 'bank_slips'::regclass THEN '%1$I = CASE WHEN %1$I ~* %2$s THEN ''… '' || entry_id ELSE %1$I END'
               WHEN t.account AND a.attname = 'account' THEN
                 '%1$I = CASE WHEN is_account_of($3, %1$I, $6) THEN ''…'' ELSE regexp_replace(%1$I, %2$s, ''…'', ''gi'') END'
               WHEN t.whole THEN '%1$I = CASE WHEN %1$I ~* %2$s THEN ''…'' ELSE %1$I END'
               WHEN a.atttypid = 'jsonb'::regtype THEN '%1$I = regexp_replace(%1$I::text, %2$s, ''…'', ''gi'')::jsonb'
               ELSE '%1$I = regexp_replace(%1$I, %2$s, ''…'', ''gi'')'
             END, a.attname, pattern), ', '),
           string_agg(format(CASE WHEN t.account AND a.attname = 'account' THEN '%1$I ~* %2$s OR is_account_of($3, %1$I, $6)'
                                  ELSE '%1$I::text ~* %2$s' END, a.attname, pattern), ' OR ')
    INTO sets, finds
    FROM (SELECT EXISTS (SELECT 1 FROM pg_trigger g WHERE g.tgrelid = target AND g.tgname = 'append_only') AS whole,
                 target IN ('payments'::regclass, 'suspense_items'::regclass) AS account) AS t,
         pg_attribute a
    WHERE a.attrelid = target AND col_description(target, a.attnum) = 'free text';
    IF target = 'payments'::regclass THEN
      finds := format('(state NOT IN (''told'', ''unknown'') OR id = ANY ($5)) AND (%s)', finds);
    END IF;
    EXECUTE format('UPDATE %s SET %s WHERE school_id = $3 AND (%s)', target, sets, finds)
      USING named[1], named[2], the_school, the_student, given_up, the_number;
    GET DIAGNOSTICS count_of_target := ROW_COUNT;
    redacted := redacted + count_of_target;
  END LOOP;
  RETURN redacted;
END $function$;

CREATE OR REPLACE FUNCTION public.reference_templates_of(secret bytea, the_number text, the_algorithm smallint)
 RETURNS TABLE(id uuid, student uuid, finger text, sealed bytea, wrapped bytea)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  the_school uuid := nullif(current_setting('app.school_id', true), '')::uuid;
BEGIN
  PERFORM require_reading_secret(secret);
  RETURN QUERY
    SELECT h.id, h.student_id, h.finger, h.sealed, k.wrapped
    FROM students s
    JOIN student_keys k ON k.school_id = s.school_id AND k.student_id = s.id
    JOIN (SELECT f.school_id, f.student_id, f.id, f.finger, f.sealed_template AS sealed, NULL::timestamptz AS made_at
          FROM fingerprints f WHERE f.school_id = the_school AND f.algorithm = the_algorithm
          UNION ALL
          SELECT p.school_id, p.student_id, p.id, NULL, p.sealed, p.made_at
          FROM picture_sketches p WHERE p.school_id = the_school) h ON h.school_id = s.school_id AND h.student_id = s.id
    WHERE s.school_id = the_school AND s.admission_number = the_number AND s.deleted_at IS NULL
    ORDER BY h.made_at NULLS FIRST, h.id;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_deleted_student()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM 1 FROM students WHERE school_id = NEW.school_id AND id = NEW.student_id AND deleted_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the student was deleted meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_empty_till()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  holds bigint;
BEGIN
  PERFORM 1 FROM tills WHERE school_id = NEW.school_id AND id = NEW.account_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  holds := till_holds(NEW.school_id, NEW.account_id);
  IF holds < 0 THEN
    RAISE EXCEPTION 'a till pays out no more than it holds'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'till_never_below_zero', DETAIL = (holds + NEW.amount)::text;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_in_closed_school()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('school:' || NEW.school_id::text, 0));
  PERFORM 1 FROM schools WHERE id = NEW.school_id AND closed_at IS NOT NULL;
  IF FOUND THEN
    RAISE EXCEPTION 'the school is closed' USING ERRCODE = 'MF423';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_in_deleted_school()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  stands record;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('school:' || NEW.school_id::text, 0));
  SELECT deleted_at, closed_at INTO stands FROM schools WHERE id = NEW.school_id;
  IF stands.deleted_at IS NOT NULL THEN
    RAISE EXCEPTION 'the school was deleted' USING ERRCODE = 'MF404';
  ELSIF stands.closed_at IS NOT NULL THEN
    RAISE EXCEPTION 'the school is closed' USING ERRCODE = 'MF423';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_one_hand()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM require_two_hands((to_jsonb(NEW) ->> TG_ARGV[0])::uuid, (to_jsonb(NEW) ->> TG_ARGV[1])::uuid);
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_reopened_till()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (to_jsonb(OLD) - ARRAY['countersigned_at', 'countersigned_by', 'countersign_note'])
       <> (to_jsonb(NEW) - ARRAY['countersigned_at', 'countersigned_by', 'countersign_note'])
     OR OLD.countersigned_at IS NOT NULL THEN
    RAISE EXCEPTION 'a closed till stays as it was closed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_till_at_wrong_clock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM require_clock(NEW.school_id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_unbalanced_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  the_entry uuid;
  legs record;
BEGIN
  IF TG_TABLE_NAME = 'journal_entries' THEN the_entry := NEW.id; ELSE the_entry := NEW.entry_id; END IF;
  SELECT count(*) AS number, min(leg) AS first, sum(amount) AS total INTO legs
  FROM postings WHERE school_id = NEW.school_id AND entry_id = the_entry;
  IF legs.number < 2 OR legs.first <> 1 OR legs.total <> 0 THEN
    RAISE EXCEPTION 'the legs of a movement must sum to zero' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_unless_blanked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  was jsonb := to_jsonb(OLD);
  becomes jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    becomes := to_jsonb(NEW);
    IF was - TG_ARGV = becomes - TG_ARGV AND NOT EXISTS (
      SELECT 1 FROM unnest(TG_ARGV) AS c WHERE becomes -> c IS DISTINCT FROM was -> c AND becomes -> c NOT IN ('null', '{}', '"…"')
        -- A redacted text that is unique stays so by its entry.
        AND becomes ->> c IS DISTINCT FROM '… ' || (becomes ->> 'entry_id')
    ) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_unless_redacted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF to_jsonb(OLD) - 'detail' = to_jsonb(NEW) - 'detail' AND EXISTS (
      SELECT 1 FROM audit_redactions r WHERE r.school_id = NEW.school_id AND r.event_id = NEW.id
    ) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_unposted_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  before bigint := 0;
BEGIN
  IF NEW.newest_position > 1 THEN
    SELECT balance_after INTO before FROM postings
    WHERE school_id = NEW.school_id AND account_id = NEW.id AND position = NEW.newest_position - 1;
  END IF;
  IF NEW.newest_position > 0 THEN
    PERFORM 1 FROM postings
    WHERE school_id = NEW.school_id AND account_id = NEW.id AND position = NEW.newest_position
      AND balance_after = NEW.balance AND amount = NEW.balance - before;
    IF FOUND THEN
      RETURN NULL;
    END IF;
  ELSIF NEW.balance = 0 THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'a wallet holds what its postings say' USING ERRCODE = 'integrity_constraint_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_wrong_clock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  made record;
  correction clock_corrections%ROWTYPE;
BEGIN
  FOR made IN SELECT m.school_id, min(m.at) AS oldest, max(m.at) AS newest FROM made_entries m GROUP BY m.school_id LOOP
    PERFORM require_clock(made.school_id);
    SELECT * INTO correction FROM clock_corrections c WHERE c.school_id = made.school_id;
    PERFORM 1 FROM (
      SELECT d.ends FROM book_days d WHERE d.school_id = made.school_id ORDER BY d.number DESC LIMIT 1
    ) AS closed
    WHERE made.oldest < closed.ends
      AND (correction.until IS NULL OR made.oldest < correction.begins OR closed.ends > correction.until);
    IF FOUND THEN
      RAISE EXCEPTION 'a closed day takes no movement' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF made.newest <= correction.until THEN
      -- Never waited for: whoever holds the row writes nearly the same moment.
      UPDATE clock_corrections c SET newest = made.newest
      WHERE c.school_id = made.school_id AND c.newest < made.newest AND c.school_id IN (
        SELECT l.school_id FROM clock_corrections l WHERE l.school_id = made.school_id FOR UPDATE SKIP LOCKED);
    END IF;
  END LOOP;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.refused_as_repeated(the_school uuid, the_entry_kind text, the_student uuid, the_amount bigint, counter_kind text, the_user uuid, the_reference text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
DECLARE
  first record;
  minutes int;
BEGIN
  SELECT e.id, e.at, r.token, s.names, s.admission_number INTO first
  FROM journal_entries e
  JOIN postings p ON p.school_id = e.school_id AND p.entry_id = e.id AND p.leg = 2
  JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id
  JOIN receipts r ON r.school_id = e.school_id AND r.entry_id = e.id
  JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
  WHERE e.school_id = the_school AND e.student_id = the_student AND e.at > clock_timestamp() - interval '10 minutes'
    AND e.at <= clock_timestamp() + clock_tolerance()
    AND e.by_user = the_user AND e.kind = the_entry_kind AND e.amount = the_amount
    AND e.reference IS NOT DISTINCT FROM the_reference
    -- A till that was closed since held cash, as the cash desk does.
    AND CASE a.kind WHEN 'cash-desk' THEN 'till' ELSE a.kind END = counter_kind
    AND NOT EXISTS (SELECT 1 FROM journal_entries v WHERE v.school_id = e.school_id AND v.reverses = e.id)
  ORDER BY e.at DESC LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  minutes := greatest(floor(extract(epoch FROM clock_timestamp() - first.at) / 60), 0);
  RETURN jsonb_build_object(
    'problem', 'wallet.deposit-repeated',
    'message', format('You paid in KES %s for %s %s.', to_char(the_amount / 100.0, 'FM999,999,990.00'), first.names,
                      CASE minutes WHEN 0 THEN 'a moment ago' WHEN 1 THEN '1 minute ago' ELSE minutes || ' minutes ago' END),
    'detail', jsonb_build_object(
      'amount', round(the_amount / 100.0, 2), 'admissionNumber', first.admission_number, 'names', first.names, 'minutes', minutes,
      'receipt', jsonb_build_object('sysid', first.id, 'token', first.token,
        'date', to_char(first.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))));
END $function$;

CREATE OR REPLACE FUNCTION public.refused_by_rule(the_school uuid, the_entry_kind text, the_student uuid, the_amount bigint, the_user uuid, the_method text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.refused_without_till(the_school uuid, the_user uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM 1 FROM tills t
  WHERE t.school_id = the_school AND t.user_id = the_user AND t.closed_at IS NULL FOR KEY SHARE;
  IF FOUND THEN
    RETURN NULL;
  END IF;
  RETURN jsonb_build_object('problem', 'till.required', 'message',
    'Open your till first. This school handles cash only through tills.', 'detail', '{}'::jsonb);
END $function$;

CREATE OR REPLACE FUNCTION public.released_at()
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$ SELECT timestamptz '2026-09-24 00:00:00+00' $function$;

CREATE OR REPLACE FUNCTION public.require_clock(the_school uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  fault jsonb := clock_fault(the_school);
BEGIN
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION '%', fault ->> 'message' USING ERRCODE = 'MF503', DETAIL = (fault - ARRAY['message', 'nowText', 'thanText'])::text;
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.require_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM students s WHERE s.school_id = NEW.school_id AND s.id = NEW.id AND s.erased_at IS NOT NULL)
     OR NOT EXISTS (SELECT 1 FROM audit_events e
                    WHERE e.school_id = NEW.school_id AND e.subject_id = NEW.id AND e.action = 'student.erase') THEN
    RAISE EXCEPTION 'Texts are redacted by an erasure that the trail tells of, and by nothing else' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.require_reading_secret(secret bytea)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM reading_secret r WHERE r.digest = sha256(secret)) THEN
    RAISE insufficient_privilege USING MESSAGE := 'permission denied for what is sealed for students';
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.require_two_hands(first_person uuid, second_person uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  because text := segregation_conflict(first_person, second_person);
BEGIN
  IF because IS NOT NULL THEN
    RAISE EXCEPTION 'the two accounts are in one hand' USING ERRCODE = 'MF422', DETAIL = because;
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.reverse_journal_entries(the_school uuid, reversals json)
 RETURNS TABLE(place integer, outcome text, entry_id uuid, student uuid, balance bigint, token text, at timestamp with time zone)
 LANGUAGE plpgsql
AS $function$
DECLARE
  asked record;
  was journal_entries%ROWTYPE;
  wallet accounts%ROWTYPE;
  entry journal_entries%ROWTYPE;
  slip receipts%ROWTYPE;
  legs postings[];
BEGIN
  FOR asked IN
    SELECT r.*
    FROM ROWS FROM (json_to_recordset(reversals) AS (
      id uuid, reverses uuid, by_user uuid, reason text, token text, longitude double precision, latitude double precision,
      take_back text
    )) WITH ORDINALITY AS r
    -- Wallets are locked in the order of their students' ids.
    ORDER BY (SELECT m.student_id FROM journal_entries m WHERE m.school_id = the_school AND m.id = r.reverses), r.ordinality
  LOOP
    place := asked.ordinality;
    entry_id := NULL; student := NULL; balance := NULL; token := NULL; at := NULL;
    SELECT * INTO was FROM journal_entries m WHERE m.school_id = the_school AND m.id = asked.reverses;
    outcome := CASE
      WHEN was.id IS NULL THEN 'not-found'
      WHEN was.kind <> asked.take_back THEN 'not-reversible'
      WHEN asked.take_back IS NOT NULL AND was.by_user IS DISTINCT FROM asked.by_user THEN 'not-own'
      WHEN was.kind IN ('item', 'item-return') THEN 'by-return'
      WHEN was.kind NOT IN ('deposit', 'collection', 'cash-out', 'canteen') THEN 'not-reversible'
      WHEN was.by_user = asked.by_user AND asked.take_back IS NULL THEN 'same-person' END;
    IF outcome IS NOT NULL THEN
      RETURN NEXT; CONTINUE;
    END IF;
    IF asked.take_back IS NULL THEN
      PERFORM require_two_hands(was.by_user, asked.by_user);
    END IF;
    student := was.student_id;
    SELECT * INTO wallet FROM accounts a WHERE a.school_id = the_school AND a.id = was.student_id FOR UPDATE;
    IF wallet.closed THEN
      -- Its student was erased.
      outcome := 'not-found';
      RETURN NEXT; CONTINUE;
    END IF;
    PERFORM 1 FROM journal_entries m WHERE m.school_id = the_school AND m.reverses = was.id;
    IF FOUND THEN
      outcome := 'already-reversed';
      IF asked.take_back IS NOT NULL THEN
        SELECT 'repeated', v.id, coalesce(p.balance_after, wallet.balance), r.token, v.at INTO outcome, entry_id, balance, token, at
        FROM journal_entries v
        LEFT JOIN postings p ON p.school_id = v.school_id AND p.entry_id = v.id AND p.account_id = wallet.id
        JOIN receipts r ON r.school_id = v.school_id AND r.entry_id = v.id
        WHERE v.school_id = the_school AND v.reverses = was.id AND v.by_user = asked.by_user;
        outcome := coalesce(outcome, 'already-reversed');
      END IF;
      RETURN NEXT; CONTINUE;
    END IF;
    -- Money that a guardian has paid leaves the wallet on the word of two people: one has proposed it, another takes it back.
    IF was.kind = 'collection' THEN
      outcome := coalesce((
        SELECT CASE WHEN p.by_user = asked.by_user THEN 'same-person' ELSE 'proposed' END FROM reversal_proposals p
        WHERE p.school_id = the_school AND p.entry_id = was.id AND p.decision IS NULL), 'not-proposed');
      IF outcome <> 'proposed' THEN
        RETURN NEXT; CONTINUE;
      END IF;
    END IF;
    IF asked.take_back IS NOT NULL AND clock_timestamp() > was.at + interval '60 seconds' THEN
      outcome := 'too-late';
      RETURN NEXT; CONTINUE;
    END IF;
    SELECT wallet.balance - p.amount INTO balance FROM postings p
    WHERE p.school_id = the_school AND p.entry_id = was.id AND p.account_id = wallet.id;
    -- Of a meal that the school has paid for nothing left the wallet.
    balance := coalesce(balance, wallet.balance);
    IF balance < 0 THEN
      outcome := 'insufficient';
      balance := wallet.balance;
      RETURN NEXT; CONTINUE;
    END IF;

    outcome := 'moved';
    entry_id := asked.id;
    token := asked.token;
    at := clock_timestamp();
    entry := NULL;
    entry.school_id := the_school;
    entry.id := asked.id;
    entry.kind := 'reversal';
    entry.student_id := was.student_id;
    entry.amount := was.amount;
    entry.fee := was.fee;
    entry.reference := asked.reason;
    entry.by_user := asked.by_user;
    entry.at := at;
    entry.reverses := was.id;
    entry.longitude := asked.longitude;
    entry.latitude := asked.latitude;
    legs := ARRAY(SELECT jsonb_populate_record(p, jsonb_build_object(
        'entry_id', asked.id, 'amount', -p.amount, 'at', entry.at,
        'account_id', CASE a.kind WHEN 'till' THEN till_of_reversal(the_school, a.id, asked.by_user)
                                  WHEN 'm-pesa' THEN suspense_of_reversal(the_school, a.id, was.id, asked.id)
                                  ELSE a.id END,
        'position', CASE a.id WHEN wallet.id THEN wallet.newest_position + 1 END,
        'balance_after', CASE a.id WHEN wallet.id THEN reverse_journal_entries.balance END))
      FROM postings p JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id
      WHERE p.school_id = the_school AND p.entry_id = was.id);
    slip := NULL;
    slip.school_id := the_school;
    slip.entry_id := asked.id;
    slip.token := asked.token;
    PERFORM write_journal_entries(ARRAY[entry], legs, ARRAY[slip]);
    RETURN NEXT;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION public.school_account(the_school uuid, the_kind text)
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
DECLARE
  found_id uuid;
BEGIN
  SELECT id INTO found_id FROM accounts
  WHERE school_id = the_school AND kind = the_kind AND student_id IS NULL AND user_id IS NULL;
  IF found_id IS NULL THEN
    INSERT INTO accounts (school_id, id, kind) VALUES (the_school, gen_random_uuid(), the_kind) ON CONFLICT DO NOTHING;
    SELECT id INTO found_id FROM accounts
    WHERE school_id = the_school AND kind = the_kind AND student_id IS NULL AND user_id IS NULL;
  END IF;
  RETURN found_id;
END $function$;

CREATE OR REPLACE FUNCTION public.sealed_sketches(secret bytea, the_student uuid, known uuid[])
 RETURNS TABLE(id uuid, sealed bytea)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM require_reading_secret(secret);
  RETURN QUERY SELECT s.id, s.sealed FROM picture_sketches s
    WHERE s.school_id = nullif(current_setting('app.school_id', true), '')::uuid AND s.student_id = the_student
      AND NOT s.id = ANY (known)
    ORDER BY s.made_at, s.id;
END $function$;

CREATE OR REPLACE FUNCTION public.sealed_templates(secret bytea, impressions uuid[])
 RETURNS TABLE(id uuid, sealed bytea, wrapped bytea)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  the_school uuid := nullif(current_setting('app.school_id', true), '')::uuid;
BEGIN
  PERFORM require_reading_secret(secret);
  RETURN QUERY
    SELECT f.id, f.sealed_template, k.wrapped
    FROM fingerprints f LEFT JOIN student_keys k ON k.school_id = f.school_id AND k.student_id = f.student_id
    WHERE f.school_id = the_school AND f.id = ANY (impressions)
    UNION ALL
    SELECT r.id, r.sealed_template, k.wrapped
    FROM replaced_fingerprints r LEFT JOIN student_keys k ON k.school_id = r.school_id AND k.student_id = r.student_id
    WHERE r.school_id = the_school AND r.id = ANY (impressions);
END $function$;

CREATE OR REPLACE FUNCTION public.segregation_conflict(first_person uuid, second_person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(
    (SELECT CASE WHEN t.by_user IN (first_person, second_person) AND t.confirmed_by IS NULL THEN t.why ELSE 'new' END FROM account_ties t
     WHERE (t.user_id = second_person AND t.by_user = first_person OR t.user_id = first_person AND t.by_user = second_person)
         AND (t.why = 'made' AND t.confirmed_by IS NULL OR t.why = 'number' AND t.at > clock_timestamp() - interval '30 days')
       OR t.user_id = second_person AND t.why = 'made' AND t.at > clock_timestamp() - interval '1 day'
     ORDER BY (t.by_user IN (first_person, second_person) AND t.confirmed_by IS NULL) DESC
     LIMIT 1),
    -- Two that one person has made are told apart by nobody yet but that person.
    (SELECT 'maker' FROM account_ties a
     JOIN account_ties b ON b.by_user = a.by_user AND b.user_id = second_person AND b.why = 'made' AND b.confirmed_by IS NULL
     WHERE a.user_id = first_person AND a.why = 'made' AND a.confirmed_by IS NULL AND first_person <> second_person
       AND (a.until_confirmed OR b.until_confirmed OR greatest(a.at, b.at) > clock_timestamp() - interval '7 days')
     LIMIT 1))
$function$;

CREATE OR REPLACE FUNCTION public.share_short_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('short-code:' || NEW.code, 0));
  PERFORM set_config('app.short_code', NEW.code, true);
  IF EXISTS (SELECT FROM short_codes WHERE code = NEW.code AND school_id <> NEW.school_id)
    AND EXISTS (SELECT FROM short_codes WHERE code = NEW.code AND prefix IS NULL) THEN
    RAISE EXCEPTION 'another school collects by this short code' USING ERRCODE = 'unique_violation', CONSTRAINT = 'short_codes_taken';
  END IF;
  IF EXISTS (
    SELECT FROM account_prefixes WHERE code = NEW.code AND (prefix <> NEW.prefix OR school_id <> NEW.school_id)
      AND (starts_with(prefix, NEW.prefix) OR starts_with(NEW.prefix, prefix))) THEN
    RAISE EXCEPTION 'one prefix would be the beginning of another' USING ERRCODE = 'unique_violation', CONSTRAINT = 'short_codes_prefix_taken';
  END IF;
  PERFORM set_config('app.short_code', '', true);
  IF NEW.prefix IS NOT NULL THEN
    INSERT INTO account_prefixes (code, prefix, school_id) VALUES (NEW.code, NEW.prefix, NEW.school_id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.short_code_sharing(asked text)
 RETURNS TABLE(school_id uuid, claimed_at timestamp with time zone, prefix text, present boolean)
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM set_config('app.short_code', asked, true);
  RETURN QUERY
    SELECT coalesce(c.school_id, p.school_id), c.claimed_at, p.prefix, coalesce(p.prefix = c.prefix, false)
    FROM short_codes c FULL JOIN account_prefixes p ON p.code = c.code AND p.school_id = c.school_id
    WHERE coalesce(c.code, p.code) = asked
    ORDER BY c.claimed_at, 1, 3;
  PERFORM set_config('app.short_code', '', true);
END $function$;

CREATE OR REPLACE FUNCTION public.spend_picture(the_school uuid, the_student uuid, the_digest bytea, known uuid[], secret bytea)
 RETURNS TABLE(key bytea, sketch uuid, sketch_sealed bytea)
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO spent_pictures (school_id, digest) VALUES (the_school, the_digest) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('sketches:' || the_school || ':' || the_student, 0));
  key := student_key(secret, the_student);
  RETURN NEXT;
  RETURN QUERY SELECT NULL::bytea, s.id, s.sealed FROM sealed_sketches(secret, the_student, known) AS s;
END $function$;

CREATE OR REPLACE FUNCTION public.spent_by_initial_pin(the_school uuid, the_student uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(sum(m.amount - coalesce((
    SELECT sum(r.amount) FROM journal_entries r
    WHERE r.school_id = m.school_id AND r.student_id = m.student_id AND r.at >= m.at
      AND r.kind = 'item-return' AND r.item = m.item AND m.kind = 'item'), 0)), 0)::bigint
  FROM students s
  LEFT JOIN pocket_limits l ON l.school_id = s.school_id AND l.subject_id = s.school_id AND l.scope = 'school'
  JOIN journal_entries m ON m.school_id = s.school_id AND m.student_id = s.id
    AND m.at >= coalesce(greatest(s.pin_set_at, l.set_at), '-infinity')
  WHERE s.school_id = the_school AND s.id = the_student AND m.kind IN ('cash-out', 'item') AND m.method = 'pin'
    AND NOT EXISTS (SELECT 1 FROM journal_entries b WHERE b.school_id = m.school_id AND b.reverses = m.id)
$function$;

CREATE OR REPLACE FUNCTION public.student_delete_blockers(the_school uuid, the_student uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  needs text[] := '{}';
BEGIN
  IF EXISTS (SELECT 1 FROM accounts WHERE school_id = the_school AND student_id = the_student) THEN
    needs := needs || 'money'::text;
  END IF;
  IF EXISTS (SELECT 1 FROM gate_events WHERE school_id = the_school AND student_id = the_student)
     OR EXISTS (SELECT 1 FROM bus_events WHERE school_id = the_school AND student_id = the_student)
     OR EXISTS (SELECT 1 FROM gate_exceptions WHERE school_id = the_school AND student_id = the_student) THEN
    needs := needs || 'attendance'::text;
  END IF;
  IF EXISTS (SELECT 1 FROM meals WHERE school_id = the_school AND student_id = the_student) THEN
    needs := needs || 'meals'::text;
  END IF;
  IF EXISTS (SELECT 1 FROM student_items WHERE school_id = the_school AND student_id = the_student) THEN
    needs := needs || 'items'::text;
  END IF;
  RETURN needs;
END $function$;

CREATE OR REPLACE FUNCTION public.student_key(secret bytea, the_student uuid)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM require_reading_secret(secret);
  RETURN (SELECT k.wrapped FROM student_keys k
          WHERE k.school_id = nullif(current_setting('app.school_id', true), '')::uuid AND k.student_id = the_student);
END $function$;

CREATE OR REPLACE FUNCTION public.suspense_of_reversal(the_school uuid, the_account uuid, the_entry uuid, the_reversal uuid)
 RETURNS uuid
 LANGUAGE sql
AS $function$ SELECT school_account(the_school, 'suspense') $function$;

CREATE OR REPLACE FUNCTION public.till_holds(the_school uuid, the_till uuid)
 RETURNS bigint
 LANGUAGE sql
AS $function$
  SELECT COALESCE(-sum(amount), 0)::bigint FROM postings WHERE school_id = the_school AND account_id = the_till;
$function$;

CREATE OR REPLACE FUNCTION public.till_of_reversal(the_school uuid, the_account uuid, the_user uuid)
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
DECLARE
  open_till uuid;
BEGIN
  SELECT t.id INTO open_till FROM tills t
  WHERE t.school_id = the_school AND t.id = the_account AND t.closed_at IS NULL FOR KEY SHARE;
  RETURN COALESCE(open_till, counter_account(the_school, 'reversal', 'till', the_user));
END $function$;

CREATE OR REPLACE FUNCTION public.unusual_cash_outs(the_school uuid, the_days integer)
 RETURNS TABLE(kind text, day date, by_user uuid, student_id uuid, times bigint, amount bigint, usual bigint)
 LANGUAGE sql
 STABLE
AS $function$
  WITH zone AS (
    SELECT time_zone AS name, (clock_timestamp() AT TIME ZONE time_zone)::date AS today FROM schools WHERE id = the_school
  ), paid AS MATERIALIZED (
    SELECT j.id, j.student_id, j.by_user, j.amount, j.fee, j.method, j.at, (j.at AT TIME ZONE zone.name)::date AS day,
           (j.at AT TIME ZONE zone.name)::time AS clock,
           EXISTS (SELECT FROM cash_approvals a WHERE a.school_id = the_school AND a.entry_id = j.id) AS approved
    FROM zone JOIN journal_entries j ON j.school_id = the_school AND j.kind = 'cash-out'
      AND j.at >= (zone.today - the_days + 1)::timestamp AT TIME ZONE zone.name
    WHERE NOT EXISTS (SELECT FROM journal_entries b WHERE b.school_id = the_school AND b.reverses = j.id)
  ), of_student AS (
    -- Cash of a student from one hand in one day, against the sum above which a second person has to agree.
    SELECT p.by_user, p.student_id, p.day, sum(p.amount)::bigint AS amount, (
        SELECT min(l.approval_above) FROM students s
        JOIN pocket_limits l ON l.school_id = the_school AND l.subject_id IN (s.school_id, s.class_id, s.id)
        WHERE s.school_id = the_school AND s.id = p.student_id) AS most
    FROM paid p WHERE NOT p.approved GROUP BY p.by_user, p.student_id, p.day
  ), of_person AS (
    SELECT p.by_user, p.day, count(*) AS times, sum(p.amount)::bigint AS amount FROM paid p GROUP BY p.by_user, p.day
  ), often AS (
    SELECT p.student_id, max(p.day) AS day, count(*) AS times, sum(p.amount)::bigint AS amount FROM paid p GROUP BY p.student_id
  )
  -- Just under what needs a second person: three times from one hand, and more than twice as often as somewhat below that.
  SELECT 'under-limit', max(u.day), u.by_user, NULL::uuid, count(*), sum(u.amount)::bigint, max(u.most)
  FROM of_student u WHERE u.amount BETWEEN u.most * 9 / 10 AND u.most
  GROUP BY u.by_user
  HAVING count(*) >= 3 AND count(*) > 2 * (
    SELECT count(*) FROM of_student o
    WHERE o.by_user IS NOT DISTINCT FROM u.by_user AND o.amount >= o.most * 7 / 10 AND o.amount < o.most * 9 / 10)
  UNION ALL
  -- By one person in a day, more than three times as many as people pay out there in a day.
  SELECT 'many', d.day, d.by_user, NULL, d.times, d.amount, o.usual
  FROM of_person d CROSS JOIN LATERAL (
    SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY e.times) AS usual, count(*) AS known
    FROM of_person e WHERE (e.by_user, e.day) IS DISTINCT FROM (d.by_user, d.day)) AS o
  WHERE d.times >= 10 AND o.known >= 3 AND d.times > 3 * o.usual
  UNION ALL
  SELECT 'night', p.day, p.by_user, NULL, count(*), sum(p.amount)::bigint, NULL
  FROM paid p WHERE p.clock < '06:00' OR p.clock >= '20:00' GROUP BY p.day, p.by_user
  UNION ALL
  -- By a PIN or finger that was changed within three days: by whoever changed it, or most of what was there.
  SELECT 'changed', p.day, p.by_user, p.student_id, count(*), sum(p.amount)::bigint, NULL
  FROM paid p
  JOIN money_holds h ON h.school_id = the_school AND h.student_id = p.student_id AND p.at >= h.since AND p.at < h.since + interval '72 hours'
    AND CASE p.method WHEN 'pin' THEN h.means = 'pin' ELSE h.means LIKE 'finger:%' END
  LEFT JOIN postings w ON w.school_id = the_school AND w.entry_id = p.id AND w.account_id = p.student_id
  WHERE NOT p.approved
    AND (h.by_user = p.by_user OR p.amount >= 50000 AND p.amount * 10 >= 8 * (w.balance_after + p.amount + p.fee))
  GROUP BY p.day, p.by_user, p.student_id
  UNION ALL
  SELECT 'student-day', p.day, CASE WHEN min(p.by_user::text) = max(p.by_user::text) THEN min(p.by_user::text)::uuid END,
         p.student_id, count(*), sum(p.amount)::bigint, NULL
  FROM paid p GROUP BY p.day, p.student_id HAVING count(*) >= 4
  UNION ALL
  -- To one student, more than three times as often as to others.
  SELECT 'student-often', s.day, NULL, s.student_id, s.times, s.amount, o.usual
  FROM often s CROSS JOIN LATERAL (
    SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY e.times) AS usual, count(*) AS known
    FROM often e WHERE e.student_id <> s.student_id) AS o
  WHERE s.times >= 10 AND o.known >= 3 AND s.times > 3 * o.usual
$function$;

CREATE OR REPLACE FUNCTION public.use_approval()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM 1 FROM pocket_limits
  WHERE school_id = NEW.school_id AND subject_id = NEW.school_id AND scope = 'school' AND approval_above IS NOT NULL;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  -- This cash-out counts among those of today that nobody has approved.
  PERFORM 1 FROM pocket_limits_of(NEW.school_id, NEW.student_id) AS l WHERE l.rule = 'approval' AND l.used > l.most;
  IF FOUND THEN
    UPDATE cash_approvals SET entry_id = NEW.id
    WHERE school_id = NEW.school_id AND id = live_approval(NEW.school_id, NEW.student_id, NEW.by_user, NEW.amount);
    IF NOT FOUND THEN
      RAISE EXCEPTION 'a cash-out of this size needs an approval' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.use_device_signature(the_school uuid, the_device uuid, the_digest bytea, the_user uuid, the_battery smallint, is_charging boolean, now_waiting integer, waiting_seconds integer, clock_ahead bigint, the_mark bytea)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
DECLARE
  present device_presences;
  known bytea;
BEGIN
  PERFORM 1 FROM devices WHERE school_id = the_school AND id = the_device AND revoked_at IS NULL;
  IF NOT FOUND THEN
    RETURN 'revoked';
  END IF;
  INSERT INTO device_signatures (school_id, device_id, digest) VALUES (the_school, the_device, the_digest) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN 'used';
  END IF;
  INSERT INTO device_heartbeats AS d (school_id, device_id) VALUES (the_school, the_device)
  ON CONFLICT (school_id, device_id) DO UPDATE SET last_seen_at = clock_timestamp()
  WHERE d.last_seen_at < clock_timestamp() - interval '1 minute';
  IF the_user IS NOT NULL THEN
    SELECT * INTO present FROM device_presences p
    WHERE p.school_id = the_school AND p.device_id = the_device AND p.user_id = the_user
      AND p.last_at > clock_timestamp() - interval '3 minutes' ORDER BY p.begun_at DESC LIMIT 1;
    IF NOT FOUND THEN
      INSERT INTO device_presences (school_id, device_id, user_id) VALUES (the_school, the_device, the_user) ON CONFLICT DO NOTHING;
    ELSIF present.last_at < clock_timestamp() - interval '30 seconds' THEN
      UPDATE device_presences p SET last_at = greatest(p.last_at, clock_timestamp())
      WHERE p.school_id = the_school AND p.device_id = the_device AND p.user_id = the_user AND p.begun_at = present.begun_at;
    END IF;
  END IF;
  IF num_nonnulls(the_battery, is_charging, now_waiting, waiting_seconds, clock_ahead) > 0 THEN
    UPDATE device_heartbeats SET reported_at = clock_timestamp(), last_seen_at = clock_timestamp(), battery = COALESCE(the_battery, battery),
      charging = CASE WHEN the_battery IS NULL THEN charging ELSE is_charging END, waiting = COALESCE(now_waiting, waiting),
      waiting_since = CASE WHEN now_waiting IS NULL THEN waiting_since
        WHEN now_waiting > 0 THEN clock_timestamp() - make_interval(secs => COALESCE(waiting_seconds, 0)) END,
      clock_ahead_seconds = COALESCE(clock_ahead, clock_ahead_seconds)
    WHERE school_id = the_school AND device_id = the_device AND (reported_at IS NULL OR reported_at < clock_timestamp() - interval '30 seconds'
      OR now_waiting IS NOT NULL AND (waiting IS NULL OR (waiting = 0) <> (now_waiting = 0)));
  END IF;
  SELECT mark INTO known FROM device_heartbeats WHERE school_id = the_school AND device_id = the_device;
  RETURN CASE WHEN known IS NOT DISTINCT FROM the_mark THEN 'fresh' ELSE 'marked' END;
END $function$;

CREATE OR REPLACE FUNCTION public.use_hold_approval()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE cash_approvals SET entry_id = NEW.entry_id
  WHERE school_id = NEW.school_id AND id = live_hold_approval(NEW.school_id, NEW.entry_id, NEW.means);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'cash that waits needs an approval' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.use_picture(the_school uuid, the_student uuid, the_digest bytea, known uuid[], secret bytea, known_key bytea, the_sketch uuid, the_sealed bytea, most integer)
 RETURNS TABLE(key bytea, sketch uuid, sketch_sealed bytea, kept boolean)
 LANGUAGE plpgsql
AS $function$
DECLARE
  told int;
BEGIN
  RETURN QUERY SELECT s.key, s.sketch, s.sketch_sealed, false FROM spend_picture(the_school, the_student, the_digest, known, secret) AS s;
  GET DIAGNOSTICS told := ROW_COUNT;
  IF told <> 1 THEN
    RETURN;
  END IF;
  IF student_key(secret, the_student) = known_key THEN
    PERFORM keep_sketch(the_school, the_sketch, the_student, false, the_sealed, most);
    RETURN QUERY VALUES (NULL::bytea, NULL::uuid, NULL::bytea, true);
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.use_slip_approval()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  made journal_entries%ROWTYPE;
BEGIN
  PERFORM 1 FROM bank_slips b
  WHERE b.school_id = NEW.school_id AND b.slip = NEW.slip AND b.number < NEW.number
    AND NOT EXISTS (SELECT 1 FROM journal_entries v WHERE v.school_id = b.school_id AND v.reverses = b.entry_id);
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT * INTO made FROM journal_entries m WHERE m.school_id = NEW.school_id AND m.id = NEW.entry_id;
  UPDATE cash_approvals SET entry_id = NEW.entry_id
  WHERE school_id = NEW.school_id
    AND id = live_slip_approval(NEW.school_id, made.student_id, made.by_user, made.amount, NEW.slip);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a slip pays in once' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.write_journal_entries(entries journal_entries[], legs postings[], slips receipts[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE accounts a SET balance = l.balance_after, newest_position = l.position
  FROM unnest(legs) AS l
  WHERE l.position IS NOT NULL AND a.school_id = l.school_id AND a.id = l.account_id
    -- By the index, whatever the planner believes of the table.
    AND a.id = ANY (ARRAY(SELECT w.account_id FROM unnest(legs) AS w WHERE w.position IS NOT NULL));
  INSERT INTO journal_entries SELECT * FROM unnest(entries);
  INSERT INTO postings SELECT * FROM unnest(legs);
  INSERT INTO receipts SELECT * FROM unnest(slips);
END $function$;
