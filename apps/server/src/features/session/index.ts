/**
 * Who is signed in. A person proves the phone that the school has on file by a code sent to it; from then on a session
 * stands for them until it ends (30 minutes idle, 12 hours, logout, or the account being disabled). Role and school
 * come from the session's row on every request, never from what a client says.
 */
export { sayPhoneChanged } from './account-notices.ts';
export { issueBackupCodes, revokeBackupCodes } from './backup-codes.ts';
export { phoneTaken } from './errors.ts';
export { hashPassword } from './passwords.ts';
export { endSessionsOfSchool } from './school.ts';
export { liveSessions, openDoor } from './sessions.ts';
export { countSessionsOf, endSessionsOf } from './store.ts';
