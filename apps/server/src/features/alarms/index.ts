/**
 * Alarms: what cannot wait until somebody looks at the bell reaches the operator's phone and mailbox: books that differ, backups that fail, a
 * disk that fills up, a provider that is away, a job that was given up. Raised in the transaction of what they tell; many at once come as
 * one message. They name schools, never people.
 */
export { raiseAlarm } from './raise.ts';
export { type AlarmKind, isAlarm } from './rules.ts';
