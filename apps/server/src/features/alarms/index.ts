/**
 * Alarms: events that cannot wait until somebody reads the notices are sent to the operator's phone and mailbox: wrong books, failed
 * backups, a full disk, a provider that does not answer, a job that was given up. An alarm is raised in the transaction of its event;
 * several are sent in one message. Alarms name schools, never people.
 */
export { raiseAlarm } from './raise.ts';
export { type AlarmKind, isAlarm } from './rules.ts';
