/**
 * Text messages. A message is stored, sealed, in the transaction that causes it, and is sent by a job after the commit, so that a
 * rollback sends nothing. A message's state only moves forwards. A receipt goes once to the next guardian where the first cannot be
 * reached; an urgent message, such as a sign-in code, never does, and is exempt from the cap. Costs are in ten-thousandths of a shilling.
 */

export { type AttendanceText, type OverdueText, writeAttendance, writeOverdue } from './attendance.ts';
export {
  costOfTexts,
  leftOfMonth,
  optedOut,
  type ReminderWords,
  reminderText,
  requireMonthsMoney,
  writeReminder,
} from './balance-reminder.ts';
export { MESSAGE_BUNDLE } from './bundle.ts';
export { eraseMessages } from './erase.ts';
export { audienceChanged, nobodyToWriteTo } from './errors.ts';
export { messageHooks, registerMessageHooks } from './hooks.ts';
export { countingGateway, watchMessages } from './metrics.ts';
export { type PassageKind, writePassage } from './passage.ts';
export { type Reached, type ReceiptOrder, writeReceipt } from './receipt.ts';
export { redactMessages } from './redact.ts';
export { renewMessages } from './renew.ts';
export { SEALED_MESSAGES } from './sealed.ts';
export { enqueueMessage } from './send.ts';
export { forgetOldMessages } from './sweep.ts';
