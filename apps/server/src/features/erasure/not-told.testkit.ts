/** Tables about a student that a bundle leaves out, each with its reason. */
export const NOT_TOLD: Readonly<Record<string, string>> = {
  sms_reports: 'the steps to the state of a message, which is told',
  student_keys: 'the key that opens the fingerprints',
  gate_states: 'the last passage, which is told',
  bus_states: 'the last ride, which is told',
  meal_locks: 'a row to be locked, without content',
  offline_events: 'what became of an event from a device, which is told as the passage, ride or meal that it is',
  receipts: 'the random number on the paper of a movement, which is told',
  bank_slips: 'the reference of a movement, which is told, as it is compared',
  bank_transfers: 'money between the school’s own accounts',
  tills: 'the drawers of staff',
  unusual_findings: 'that somebody was told of a movement, which is told',
  payer_blind_index: 'digests by which a payment is found, which is told',
  audit_redactions: 'digests of rows of students who are erased',
};

/**
 * Columns that a bundle leaves out of its tables: keys and digests, numbers by which the product or the provider finds a row, and data
 * that another row contains. A new column is either exported or listed here.
 */
export const NOT_TOLD_COLUMNS: Readonly<Record<string, string>> = {
  accounts: 'newest_position user_id',
  attendance_notices: 'id',
  audit_events: 'proof request_id subject_kind',
  bus_events: 'client_key ends_boarding',
  cash_approvals: 'entry_id slip',
  collector_photos: 'sealed',
  exeats: 'collector_id in_event out_event overdue_at',
  fingerprints: 'algorithm put_back_at quality sealed_template',
  gate_events: 'client_key',
  gate_exceptions: 'event_id',
  guardian_codes: 'code_hash phone_hash tries',
  guardians: 'former_since',
  import_rows: 'alike entry_id',
  item_events: 'balance entry_id',
  journal_entries: 'item reverses',
  known_payers: 'payer_digest',
  meals: 'day entry_id item_id remaining sale_id',
  money_holds: 'made_in',
  notices: 'for_user key settled_at severity',
  payment_statement_rows: 'row',
  payments:
    'approved_in ask_conversation ask_id asks confirmed_amount confirmed_by confirmed_paid_at contested doubted entry_id in_statement provider_answer reported_by stk_push_id suspense_id reported_at',
  picture_sketches: 'sealed',
  // Concerns the school only.
  pocket_limits: 'first_pin',
  postings: 'leg',
  refunds: 'asked_at conversation_id end_entry_id entry_id payout_id phone_sealed result_code sent_at',
  reminder_students: 'message_id stk_push_id',
  replaced_fingerprints: 'algorithm anew_ids newer_id quality sealed_template',
  roll_call_ticks: 'marshal',
  sms_messages:
    'about again_of announcement_id chain_id cost entry_id expires_at failed_at handed_to month next_sealed next_try_at passage_id provider_id segments state_at text_sealed to_hash to_sealed tries turn unsure_tries',
  stk_pushes: 'adopted asks checkout_id code phone_digest phone_sealed reason sent_at tries',
  student_items: 'balance entry_id',
  student_locks: 'finger_holds pin_holds',
  student_access_log: 'day role',
  student_tries: 'session session_since',
  students: 'pin_pepper_elsewhere redacted_at',
  suspense_items: 'entry_id parked_at payer_digest payer_sealed',
  suspense_proposals: 'asked_at conversation_id entry_id outcome result_code result_text sent_at',
};
