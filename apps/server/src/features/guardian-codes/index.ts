/**
 * Guardian codes: six digits sent to a guardian's phone by SMS, with which the guardian agrees to one thing about one student
 * (`Purpose`). A code is invalid for another purpose or student, and once the guardian's number has changed. The feature that uses a
 * purpose decides when a code may be sent, the text of the SMS, and the refusal of a wrong code.
 */
export { GUARDIAN_CODE_BUNDLE } from './bundle.ts';
export { type CodeToSend, requireGuardianCode, sendGuardianCode, type WantedCode } from './codes.ts';
export { eraseGuardianCodes } from './erase.ts';
export { type RightCode, useGuardianCode } from './store.ts';
