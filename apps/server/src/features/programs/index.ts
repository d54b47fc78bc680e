/**
 * A school's own programs. Each calls with a key: an app id that names the key and a token that proves it; the server stores a keyed hash
 * of the token. Until it is revoked, a key may make the calls of its scopes in its own school, at a limited rate, and nothing else; it
 * cannot open a session. Records made with a key carry its name.
 */
export { createKeyCheck } from './check-key.ts';
export { countDeposit } from './daily-deposits.ts';
export { issueKey } from './keys.ts';
