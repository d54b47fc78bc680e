/**
 * Who is signed in. A person proves the phone that the school has on file by a code sent to it; from then on a session
 * stands for them until it ends (30 minutes idle, 12 hours, logout, or the account being disabled). Role and school
 * come from the session's row on every request, never from what a client says.
 */
export { authenticate } from './sessions.ts';
export { endSessionsOf } from './store.ts';
