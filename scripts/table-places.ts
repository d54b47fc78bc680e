/**
 * Places of the rows of each table once the tables are distributed over several databases by school. A table that is not listed here is
 * `distributed`: each row belongs to one school, and only that school's transactions see it. `reference`: read in the transactions of
 * every school. `local`: of the platform, read before a school is known or for all schools. A table with rows of schools that fits none
 * of these lets one school read another's rows.
 */
export type Place = 'distributed' | 'reference' | 'local';
export type Apart = readonly [place: Exclude<Place, 'distributed'>, why: string];

const PERSON: Apart = ['local', 'of a person who signs in, whichever school that is'];
const INSTALLATION: Apart = ['local', 'of this installation'];

/** Tables that are not distributed by school, with the reason. */
export const APART: Readonly<Record<string, Apart>> = {
  account_prefixes: ['reference', 'schools share a short code, and none may take the prefix of another'],
  account_presences: PERSON,
  account_ties: ['local', 'who of two accounts is one person, looked at in every school'],
  backup_code_tries: PERSON,
  backup_codes: PERSON,
  backup_marks: INSTALLATION,
  clock_checks: INSTALLATION,
  counties: ['reference', 'the same for all schools'],
  desk_pins: PERSON,
  desk_sessions: PERSON,
  factor_removals: PERSON,
  former_numbers: PERSON,
  job_runs: INSTALLATION,
  key_roots: INSTALLATION,
  known_devices: PERSON,
  migrations: INSTALLATION,
  number_changes: PERSON,
  passkey_challenges: PERSON,
  passkeys: PERSON,
  reading_secret: ['reference', 'the same for all schools, and looked at in the transactions of each'],
  recovery_codes: PERSON,
  schools: ['reference', 'each row is a school, and what belongs to a school refers to it'],
  second_factor_tries: PERSON,
  second_factors: PERSON,
  sessions: PERSON,
  settled_receipts: ['reference', 'a receipt of a provider is settled once, in whichever school'],
  short_codes: ['reference', 'schools share a short code'],
  sign_in_codes: ['local', 'asked for by a number of which no school is known yet'],
  sms_gateway: INSTALLATION,
  sms_opt_outs: ['local', 'of a phone, whichever schools write to it'],
  sql_functions: INSTALLATION,
  users: ['local', 'a number signs in before its school is known, and is one account over all schools'],
};

/** Policies besides that of the own school, by table: the rows that are read or written beyond the own school, and for whom. */
export const BEYOND: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  account_prefixes: { shared_code: 'schools of one short code see which prefixes are taken' },
  accounts: { platform_reads: 'what each school holds, in sums' },
  api_keys: { platform_reads: 'a program names its key before its school is known' },
  audit_events: { about_own_school: 'a school reads what the platform did to it' },
  audit_waiting: { platform_reads: 'which schools have rows to be sealed' },
  book_states: { platform_reads: 'whose books are wrong, or have not been looked at' },
  bus_trips: { platform_reads: 'which schools have a bus to be told of' },
  device_codes: { platform_reads: 'a device that nobody knows yet names no school' },
  device_heartbeats: { platform_reads: 'which schools have a device that is silent' },
  exeats: { platform_reads: 'who is not back, in all schools' },
  guardians: { platform_reads: 'a number of a guardian is told of the wallet app at the sign-in' },
  payment_checks: { platform_reads: 'the doctor tells which schools cannot be paid' },
  payment_configs: { platform_reads: 'which schools have payments set up' },
  provider_registrations: { platform_reads: 'whose payments are asked for' },
  school_days: { platform_reads: 'how many movements each school had' },
  school_keys: { platform_makes: 'a key is made together with its school' },
  schools: {
    platform_reads: 'lists of schools',
    platform_registers: 'a school is registered before anybody acts in it',
  },
  short_codes: { shared_code: 'schools of one short code see who uses it' },
  sms_messages: { platform_reads: 'one queue for one gateway' },
  sms_outage_alerts: { platform_reads: 'which schools are to be told of an outage' },
  students: { platform_reads: 'how many students each school has' },
  users: { platform_reads: 'a number signs in before its school is known' },
};

/** Returns the place of a table, with the reason if it is not distributed, as the description of the schema states it. */
export function placeOf(table: string): string {
  const [place, why] = APART[table] ?? (['distributed', null] as const);
  return why === null ? place : `${place}: ${why}`;
}
