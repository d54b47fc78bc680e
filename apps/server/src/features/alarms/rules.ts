/** Texts of the alarms by kind, for the operator. Most kinds are notices as well. */
const TEXTS = {
  'books.wrong': 'The books do not match the records',
  'books.unverified': 'The books were not verified last night',
  'payment.difference': 'M-Pesa and the books differ',
  'payment.missing': 'An M-Pesa payment is missing in the books',
  'payment.away': 'M-Pesa does not answer',
  'sms.outage': 'The SMS provider does not answer',
  'sms.second': 'The first SMS provider fails; messages use the second',
  'session.code-flood': 'Too many sign-in codes were requested',
  'clock.wrong': 'The clock of the server is wrong: money is refused',
  'server.disk-low': 'The disk is nearly full',
  'server.memory-tight': 'Memory of the server is nearly used up',
  'server.backup-failed': 'The backup failed',
  'server.backup-old': 'There is no new backup',
  'server.copy-failed': 'The backup was not copied to its second location',
  'server.copy-old': 'There is no new backup at the second location',
  'server.copy-differs': 'A file of the audit trail differs from its earlier copy',
  'server.log-archive-off': 'The database does not archive its log',
  'server.log-archive-old': 'The log of the database was not archived recently',
  'job.given-up': 'A job failed for good',
  trial: 'This is a test: nothing is wrong',
} as const;

export type AlarmKind = keyof typeof TEXTS;

/** Tells whether a notice of that kind is also an alarm. */
export function isAlarm(kind: string): kind is AlarmKind {
  return Object.hasOwn(TEXTS, kind);
}

/** Seconds within which an equal alarm is not repeated. */
export const QUIET_SECONDS = 6 * 3_600;
/** Least seconds between two messages; alarms raised in between are sent with the next message. */
export const PAUSE_SECONDS = 10 * 60;

export interface Raised {
  readonly kind: AlarmKind;
  /** Short name of the school concerned; null for the server itself. */
  readonly school: string | null;
  readonly detail: string | null;
}

/** Longest SMS in characters: two segments. */
const MAX_SMS_LENGTH = 306;
const MAX_SCHOOLS = 5;

/** Formats alarms as lines, one per kind, with the schools concerned. */
export function linesOf(raised: readonly Raised[]): string[] {
  return [...Map.groupBy(raised, ({ kind }) => kind)].map(([kind, all]) => {
    const about = [...new Set(all.flatMap(({ school, detail }) => [detail ?? school ?? []].flat()))];
    const more = about.length - MAX_SCHOOLS;
    const named = about.slice(0, MAX_SCHOOLS).join(', ') + (more > 0 ? ` and ${more} more` : '');
    return named === '' ? TEXTS[kind] : `${TEXTS[kind]}: ${named}`;
  });
}

/** Formats alarms as an SMS: as many lines as fit into two segments, and the number of the rest. */
export function smsOf(platform: string, raised: readonly Raised[]): string {
  const lines = linesOf(raised);
  for (let fit = lines.length; fit > 0; fit--) {
    const left = lines.length - fit;
    const text = `${platform}: ${lines.slice(0, fit).join('. ')}.${left > 0 ? ` And ${left} more.` : ''}`;
    if (text.length <= MAX_SMS_LENGTH) return text;
  }
  return `${platform}: ${lines.length} alarms. See the notifications.`;
}
