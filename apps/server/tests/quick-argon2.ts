import { createRequire } from 'node:module';

type Argon2 = typeof import('@node-rs/argon2');
const real = createRequire(import.meta.url)('@node-rs/argon2') as Argon2;

const MIN_COST = { memoryCost: 8, timeCost: 1 };
let cost: typeof MIN_COST | undefined = MIN_COST;

/** Hashes at minimum cost, since thousands of PINs in tests would otherwise take minutes. `slow-hash.test.ts` checks the product's cost. */
export const hash: Argon2['hash'] = (text, options = cost) => real.hash(text, options);

export const { verify } = real;

/** Runs the work with the product's hashing cost, for tests of code that waits for hashes. */
export async function atFullCost<T>(work: () => Promise<T>): Promise<T> {
  cost = undefined;
  try {
    return await work();
  } finally {
    cost = MIN_COST;
  }
}
