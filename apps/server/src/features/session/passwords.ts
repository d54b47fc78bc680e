import { hashSlowly, inHashTurn } from '../../platform/crypto/slow-hash.ts';

/** Hashes a password within a hashing turn. Hashing is slow, so never call this in a transaction. Throws server.busy. */
export function hashPassword(password: string): Promise<string> {
  return inHashTurn(() => hashSlowly(password));
}
