/**
 * Exeats: leave that the office grants a student to go out, until when and with whom. The gate uses it by a check-out and ends it by a
 * check-in, each in the transaction of the passage; who is not back in time is found once.
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
