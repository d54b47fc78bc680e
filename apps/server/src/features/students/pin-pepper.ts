import type { Keys } from '../../platform/crypto/keys.ts';
import type { AppContext } from '../../platform/process/app-context.ts';

/**
 * Returns an identifier of the pepper of an installation's PINs, which reveals nothing of it. A rotation of the master key keeps both,
 * since a keyed digest does not depend on the master key alone.
 */
export function pepperIdentifier(keys: Pick<Keys, 'digest'>): string {
  return keys.digest('student-pin-pepper', 'identifier').toString('hex', 0, 16);
}

/** Returns the text whose slow hash is stored: a PIN with the student's place and the pepper. */
export function peppered({ keys }: AppContext, schoolId: string, studentId: string, pin: string): string {
  // Base64 text, since the argon2 library verifies text only.
  return keys.digest('student-pin', `${schoolId}:${studentId}:${pin}`).toString('base64');
}
