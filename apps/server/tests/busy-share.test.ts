import { expect, it } from 'vitest';
import { countShot, type Shots, tooBusy } from './busy-share.testkit.ts';

function fired(...calls: readonly [path: string, fired: number, busy: number][]): Shots {
  const shots: Shots = new Map();
  for (const [path, all, busy] of calls) for (let i = 0; i < all; i++) countShot(shots, path, i < busy);
  return shots;
}

it.each([
  ['a machine that is slow now and then', fired(['a', 1_000, 10], ['b', 1_000, 5]), []],
  ['one busy answer of a call with few shots', fired(['a', 1_000, 0], ['b', 2, 1]), []],
  ['a call that is always busy', fired(['a', 10_000, 0], ['b', 20, 20]), ['b: 20 of 20']],
  ['a call that is busy for one kind of input', fired(['a', 10_000, 0], ['b', 40, 9]), ['b: 9 of 40']],
  ['a server that is busy everywhere', fired(['a', 100, 3], ['b', 100, 2]), ['all: 5 of 200']],
  ['nothing fired', fired(), []],
])('tooBusy reports the share of busy answers for %s', (_what, shots, told) => {
  expect(tooBusy(shots)).toEqual(told);
});
