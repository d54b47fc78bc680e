import { randomBytes } from 'node:crypto';
import * as contract from '@mfuko/contract/second-factor';
import type { Person, TestServer } from '../../../tests/kit.ts';
import { stepAt, totpAt } from './totp.ts';

/** An authenticator as on a phone: knows its secret and the time. */
export interface Authenticator {
  /** Returns the present code, or the one that many steps from now. */
  code(steps?: number): string;
  /** Returns a code that is wrong at all times near now. */
  wrong(): string;
  readonly recoveryCodes: readonly string[];
}

/** Sets up an authenticator for a user, as the screen does. */
export async function anAuthenticator(person: Person): Promise<Authenticator> {
  const started = await person.ask<{ secret: string }>(contract.startTotp);
  const phone = authenticatorOf(started.body.secret);
  const { body } = await person.ask<{ recoveryCodes: string[] }>(contract.confirmTotp, { totp: phone.code() });
  return { ...phone, recoveryCodes: body.recoveryCodes };
}

/** Returns the authenticator of a secret in base 32. */
export function authenticatorOf(secret: string): Omit<Authenticator, 'recoveryCodes'> {
  const bytes = fromBase32(secret);
  const code = (steps = 0) => totpAt(bytes, stepAt(Date.now()) + steps);
  return {
    code,
    wrong() {
      const near = new Set([-3, -2, -1, 0, 1, 2, 3].map(code));
      let guess = 0;
      while (near.has(String(guess).padStart(6, '0'))) guess++;
      return String(guess).padStart(6, '0');
    },
  };
}

/** Opens another session of the same user, as another window or a thief would. */
export async function anotherSession(server: TestServer, person: Person): Promise<Person> {
  const token = randomBytes(32).toString('base64url');
  await server.context.db.inPlatform((tx) =>
    tx.row('INSERT INTO sessions (token_hash, user_id) VALUES ($1, $2)', [
      server.context.keys.digest('session', token),
      person.userId,
    ]),
  );
  return server.as({ ...person, token });
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
