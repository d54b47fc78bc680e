import { hash } from '@node-rs/argon2';

/** argon2id with the library's defaults (OWASP's first choice: 19 MiB, two passes). Slow, so never in a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}
