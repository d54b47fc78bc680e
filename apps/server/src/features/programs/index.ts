/**
 * A school's own programs. Each calls with a key: an app id that names it and a token that proves it, of which the server keeps a
 * keyed hash. A key opens the calls of its scopes in its own school, at its own pace, until it is revoked, and nothing else: no
 * session comes of it. What it records stands in its name.
 */
export { createKeyCheck } from './check-key.ts';
export { issueKey } from './keys.ts';
