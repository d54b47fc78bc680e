/**
 * Every table of the database: its rows move with a school to another installation, or stay (decision 104). The master key never moves:
 * values that are sealed or digested under the installation's keys are renewed on the other side, or end here, as declared for each
 * column. `npm run check` fails on a table, or a column of bytes, that is not declared.
 */

/** Table whose rows move, with the column that identifies their school. */
export interface Going {
  /** Owner column: `school_id` by default; `user_id` for rows that move with the users of the school. */
  readonly by: 'school_id' | 'id' | 'user_id';
  readonly columns: Readonly<Record<string, ColumnWay>>;
}

/**
 * Treatment of a column that contains bytes, or a hash as text. `plain`: depends on no key of ours; `school`: sealed under the school's
 * or a student's key, which moves along; `anew`: opened or verified under one installation's keys, and renewed under the other's;
 * `ends`: copied but useless on the other side, which is safe for the given reason.
 */
export type ColumnWay = 'plain' | 'school' | 'anew' | { readonly ends: string };

const AS_IT_IS: Going = { by: 'school_id', columns: {} };

function going(columns: Going['columns'], by: Going['by'] = 'school_id'): Going {
  return { by, columns };
}

/** Tables whose rows move with a school. */
export const GOING: Readonly<Record<string, Going>> = {
  ...asTheyAre(`
    absence_days absence_excuses account_prefixes accounts announcements attendance_notices audit_waiting bank_slips
    bank_transfers book_explanations book_findings bus_assignments bus_events bus_positions bus_routes bus_states bus_stops
    bus_trip_expected bus_trips buses cash_approvals classes clock_corrections clock_statements collectors consent_withdrawals
    consents days_off device_presences erasures exeats factor_removals failed_attempts fee_rules gate_events gate_exceptions
    gate_states guardians held_cash_outs import_progress item_events journal_entries leaves_alone list_reads meal_locks
    meal_reversals meal_subsidies meal_subsidy_proposals meal_windows meals menu_items notice_reads notices number_changes
    payment_configs payment_statement_rows platform_visit_calls platform_visits pocket_limits postings provider_balances
    receipts releases reminder_students reminders reversal_proposals roll_call_expected roll_call_ticks roll_calls school_days
    settled_receipts setup_dismissals short_codes sms_months sms_reports sms_settings student_access_log student_classes
    student_items student_locks student_tries suspense_proposals till_rules tills unusual_findings
  `),
  account_ties: going({}, 'user_id'),
  audit_chain: going({ hash: 'anew' }),
  audit_events: going({
    proof: { ends: 'asked for once, where the row is sealed; what waits here is taken as it came' },
  }),
  audit_redactions: going({ mac: 'anew' }),
  book_amendment_proposals: going({ seen: { ends: 'what was proposed has to be looked at and proposed anew' } }),
  book_amendments: going({ seals: 'anew', replaced: 'anew', hash: 'anew' }),
  book_redactions: going({ mac: { ends: 'what was redacted is sealed anew as it stands' } }),
  book_days: going({ seals: 'anew', hash: 'anew' }),
  book_states: going({ whole_mac: { ends: 'every row is looked at in the first night' } }),
  collector_photos: going({ sealed: 'school' }),
  desk_pins: going({ pin_hash: 'plain' }, 'user_id'),
  device_heartbeats: going({ mark: 'plain', mark_before: 'plain' }),
  device_signatures: going({ digest: 'plain' }),
  devices: going({ public_key: 'plain', capture_key: 'plain' }),
  fingerprints: going({ sealed_template: 'school' }),
  former_numbers: going({}, 'user_id'),
  idempotency_keys: going({ input_hash: { ends: 'a call that is repeated is refused, never done twice' } }),
  import_batches: going({ content_hash: 'plain', file_hash: 'plain' }),
  import_left_out: going({ sheet: 'anew' }),
  import_rows: going({ alike: 'plain' }),
  known_payers: going({ payer_digest: 'anew' }),
  money_holds: going({ means: 'anew' }),
  offline_events: going({ content_hash: 'plain' }),
  payer_blind_index: going({ word: 'anew' }),
  payment_checks: going({ refused: { ends: 'the provider is asked once more' } }),
  payment_secrets: going({ sealed: 'school' }),
  payment_statements: going({ content_hash: 'plain' }),
  payments: going({ payer_sealed: 'school' }),
  picture_sketches: going({ sealed: 'school' }),
  replaced_fingerprints: going({ sealed_template: 'school' }),
  provider_callbacks: going({ sealed: 'school' }),
  refunds: going({ phone_sealed: 'school' }),
  school_keys: going({ wrapped: 'anew' }),
  schools: going({ logo: 'plain' }, 'id'),
  second_factors: going({ secret: 'anew', pending: 'anew' }, 'user_id'),
  sms_messages: going({ to_sealed: 'anew', text_sealed: 'anew', next_sealed: 'anew', to_hash: 'anew' }),
  spent_pictures: going({ digest: { ends: 'copies of a picture are found by their sketches, which go along' } }),
  stk_pushes: going({ phone_sealed: 'school', phone_digest: 'anew' }),
  student_keys: going({ wrapped: 'school' }),
  students: going({ pin_hash: 'anew', pin_hash_elsewhere: 'anew' }),
  suspense_items: going({ payer_sealed: 'school', payer_digest: 'anew' }),
  users: going({ password_hash: 'plain' }),
};

/** Tables whose rows stay, with the reason why the school is complete without them. */
export const STAYING: Readonly<Record<string, string>> = {
  account_presences: 'of sessions that end',
  alarms: 'told to the operator of this installation',
  api_keys: 'digested under the keys of this installation: programs are given new keys',
  backup_marks: 'of the backups of this installation',
  backup_code_tries: 'counted against phones within an hour',
  backup_codes: 'digested under the keys of this installation: printed anew',
  clock_checks: 'of this machine',
  counties: 'the same on each side',
  desk_sessions: 'of sessions that end',
  device_codes: 'digested under the keys of this installation, for some minutes: made anew',
  guardian_codes: 'digested under the keys of this installation, for some minutes: asked for anew',
  job_runs: 'of this installation',
  key_roots: 'of the keys of this installation',
  reading_secret: 'of the keys of this installation',
  known_devices: 'digested under the keys of this installation: signed in on anew',
  migrations: 'of this installation',
  passkey_challenges: 'asked for some minutes',
  passkeys: 'bound to the address of this installation: made anew',
  payment_tokens: 'asked for anew by this installation',
  provider_registrations: 'of the addresses of this installation: registered anew',
  recovery_codes: 'digested under the keys of this installation: made anew',
  second_factor_tries: 'counted within minutes',
  sessions: 'ended: everybody signs in on the other side',
  sign_in_codes: 'digested under the keys of this installation, for some minutes',
  sms_gateway: 'of this installation',
  sms_opt_outs: 'of phones and of no school: those of the people of the school are noted again on the other side',
  sms_outage_alerts: 'told by this installation',
  sql_functions: 'of this installation',
};

function asTheyAre(tables: string): Record<string, Going> {
  const names = tables.trim().split(/\s+/);
  return Object.fromEntries(names.map((table) => [table, AS_IT_IS]));
}
