/**
 * Sessions of signed-in users. A user proves possession of the phone on file by a code sent to it; the session then lasts until it ends
 * (30 minutes idle, 12 hours, logout, or the account being disabled). Role and school come from the database on every request, never from
 * the client.
 */
export { sayPhoneChanged } from './account-notices.ts';
export { findUnconfirmed, tieMade, tieNumber, untieMade } from './account-ties.ts';
export { issueBackupCodes, revokeBackupCodes } from './backup-codes.ts';
export { findStaffDesk, type StaffDeskOwner } from './desk-store.ts';
export { resendTooSoon, tooManyCodes } from './errors.ts';
export { approveRemoval, findFactorState, proposeRemoval, rejectRemoval } from './factor-removals.ts';
export { settleWaiting } from './factor-waits.ts';
export { askForNumber, dropNumber, findNextNumber, numberJobs } from './number-changes.ts';
export { hashPassword } from './passwords.ts';
export { wasHeard, wasHeardSince } from './presences.ts';
export { renewFactors } from './renew.ts';
export { CODE_DIGITS, CODE_LIFE, type EarlierCode, MAX_TRIES, mayAskForCode, RESEND_AFTER } from './rules.ts';
export { endSessionsOfSchool } from './school.ts';
export { SEALED_FACTORS } from './sealed.ts';
export { createAuthenticator, liveSessions } from './sessions.ts';
export { endSessionsFromOffice } from './signed-in.ts';
export { countSessionsOf, endAllSessionsAt, endSessionsAt, endSessionsOf, isSessionLive } from './store.ts';
export { dropOldSignIns } from './sweep.ts';
export { tellColleagues } from './tell-colleagues.ts';
export { insertUser, saveUser, setUserDeleted, type UserFields } from './users.ts';
export { findWithoutFactor } from './without-factor.ts';
