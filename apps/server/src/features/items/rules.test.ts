import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterMoving, mayDelete, piecesFor, refundOf } from './rules.ts';

const ways = ['handOut', 'refund', 'exchange', 'cancel'] as const;

describe('item pieces', () => {
  it('random hand-outs and returns add up and never refund a piece twice', () => {
    const move = fc.record({ way: fc.constantFrom(...ways), pieces: fc.integer({ min: 1, max: 5 }) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.bigInt(0n, 900n), fc.array(move), (quantity, price, moves) => {
        let held = { quantity, handedOut: 0, returned: 0 };
        let refunded = 0n;
        for (const { way, pieces } of moves) {
          if (pieces > piecesFor(way, held)) continue;
          held = { quantity, ...afterMoving(way, held, pieces) };
          if (way !== 'handOut') refunded += refundOf(way, price, pieces);
          expect(held.handedOut).toBeGreaterThanOrEqual(0);
          expect(held.returned).toBeGreaterThanOrEqual(0);
          expect(held.handedOut + held.returned).toBeLessThanOrEqual(quantity);
          expect(refunded).toBe(price * BigInt(held.returned));
        }
      }),
    );
  });
});

describe('mayDelete', () => {
  it.each([
    ['issued and still here', 0n, 0, 0, true],
    ['issued and handed out', 0n, 1, 0, false],
    ['paid', 500n, 0, 0, false],
    ['paid, given back in part', 500n, 0, 1, false],
    ['paid and given back whole', 500n, 0, 2, true],
  ])('%s', (_, price, handedOut, returned, may) => {
    expect(mayDelete({ quantity: 2, handedOut, returned }, price)).toBe(may);
  });
});
