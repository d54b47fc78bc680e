import { createRequire } from 'node:module';

type Argon2 = typeof import('@node-rs/argon2');
const real = createRequire(import.meta.url)('@node-rs/argon2') as Argon2;

const LEAST = { memoryCost: 8, timeCost: 1 };
let cost: typeof LEAST | undefined = LEAST;

/** A hash at the least cost there is: thousands of PINs of the tests would take minutes else. That of the product is held by `slow-hash.test.ts`. */
export const hash: Argon2['hash'] = (text, options = cost) => real.hash(text, options);

export const { verify } = real;

/** Runs the work with hashes that take as long as the product's, for tests of what waits for them. */
export async function atFullCost<T>(work: () => Promise<T>): Promise<T> {
  cost = undefined;
  try {
    return await work();
  } finally {
    cost = LEAST;
  }
}
