import { randomBytes } from 'node:crypto';
import { uuidv7 } from '@mfuko/contract/ids';

/** A new id. Ids made later sort later, which keeps indexes dense. */
export function newId(): string {
  return uuidv7(Date.now(), randomBytes);
}
