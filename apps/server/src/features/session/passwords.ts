import { hashSlowly, inHashTurn } from '../../platform/crypto/slow-hash.ts';

/** Hashes a password, in its turn. Slow, so never in a transaction. Throws server.busy. */
export function hashPassword(password: string): Promise<string> {
  return inHashTurn(() => hashSlowly(password));
}
