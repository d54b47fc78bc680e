/**
 * Guardian codes: six digits that go to a guardian's phone by SMS, by which they say yes to one thing about one student (`Purpose`). A code
 * opens nothing of another purpose, of another student, or once its guardian has another number. Whoever asks for a code's purpose says
 * when it may be sent, what the SMS says and how a wrong one is refused.
 */
export { GUARDIAN_CODE_BUNDLE } from './bundle.ts';
export { type CodeToSend, requireGuardianCode, sendGuardianCode, type WantedCode } from './codes.ts';
export { eraseGuardianCodes } from './erase.ts';
export { type RightCode, useGuardianCode } from './store.ts';
