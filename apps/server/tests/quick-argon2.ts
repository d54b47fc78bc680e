import { createRequire } from 'node:module';

type Argon2 = typeof import('@node-rs/argon2');
const real = createRequire(import.meta.url)('@node-rs/argon2') as Argon2;

/** A hash at the least cost there is: thousands of PINs of the tests would take minutes else. That of the product is held by `slow-hash.test.ts`. */
export const hash: Argon2['hash'] = (text, options = { memoryCost: 8, timeCost: 1 }) => real.hash(text, options);

export const { verify } = real;
