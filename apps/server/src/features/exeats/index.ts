/**
 * Exeats: leave that the office grants a student to go out, until when and with whom. A check-out at the gate uses an exeat and a
 * check-in ends it, each in the transaction of the passage; a student who is not back in time is reported once.
 */
export { EXEAT_BUNDLE } from './bundle.ts';
export { eraseExeats } from './erase.ts';
export { exeatRequired } from './errors.ts';
export { dueExeats, markOverdue } from './overdue.ts';
export {
  endExeat,
  isExeatRequired,
  reopenExeat,
  settleLateExeat,
  type UsedExeat,
  useExeat,
  withdrawExeat,
} from './use.ts';
