import { randomBytes } from 'node:crypto';
import { uuidv7 } from '@mfuko/contract/ids';

/** Returns a new UUIDv7. Later ids sort later, which keeps indexes dense. */
export function newId(): string {
  return uuidv7(Date.now(), randomBytes);
}
