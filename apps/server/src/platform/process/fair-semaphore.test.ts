import { describe, expect, it } from 'vitest';
import { type FairSemaphoreOptions, openFairSemaphore } from './fair-semaphore.ts';
import { inNameOf } from './in-name-of.ts';

/** Opens a semaphore for work that is ended by hand, and records the order in which work begins. */
function open(options: Partial<FairSemaphoreOptions>) {
  const turns = openFairSemaphore({ atOnce: 2, full: () => new Error('full'), ...options });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (person: string | null, how?: 'patient') =>
    inNameOf(person, () =>
      turns.take(() => {
        begun.push(person ?? 'server');
        return new Promise<void>((end) => ends.push(end));
      }, how),
    ).then(
      () => 'done',
      (error: Error) => error.message,
    );
  /** Ends the oldest work, so that the next can begin. */
  const end = async () => {
    ends.shift()?.();
    await new Promise<void>(setImmediate);
  };
  return { ask, begun, end };
}

const settle = () => new Promise<void>(setImmediate);

describe('openFairSemaphore', () => {
  it('gives one person at most half of the places and leaves the rest to others', async () => {
    const { ask, begun } = open({ atOnce: 4 });
    for (let i = 0; i < 5; i++) void ask('A');
    await settle();
    expect(begun).toEqual(['A', 'A']);
    void ask('B');
    void ask(null);
    await settle();
    expect(begun).toEqual(['A', 'A', 'B', 'server']);
  });

  it('serves waiting people in turn, however many calls one of them has', async () => {
    const { ask, begun, end } = open({ atOnce: 1 });
    for (let i = 0; i < 4; i++) void ask('A');
    void ask('B');
    void ask('C');
    for (let i = 0; i < 6; i++) await end();
    expect(begun).toEqual(['A', 'A', 'B', 'C', 'A', 'A']);
  });

  it('does not limit the server itself', async () => {
    const { ask, begun } = open({ atOnce: 3 });
    for (let i = 0; i < 3; i++) void ask(null);
    await settle();
    expect(begun).toEqual(['server', 'server', 'server']);
  });

  it('rejects the newest call of the person with most waiting calls when its queue is full', async () => {
    const { ask, begun, end } = open({ atOnce: 1, longest: 3 });
    const flood = Array.from({ length: 4 }, () => ask('A'));
    const other = ask('B');
    expect(await flood[3]).toBe('full');
    expect(await ask('A')).toBe('full');
    for (let i = 0; i < 4; i++) await end();
    expect(begun).toEqual(['A', 'A', 'B', 'A']);
    expect(await other).toBe('done');
  });

  it('does not reject a patient call when the queue is full', async () => {
    const { ask, begun, end } = open({ atOnce: 1, longest: 1 });
    void ask('A');
    void ask('A');
    const patient = ask('B', 'patient');
    expect(await ask('A')).toBe('full');
    for (let i = 0; i < 3; i++) await end();
    expect(await patient).toBe('done');
    expect(begun).toHaveLength(3);
  });

  it('rejects a call that waited longer than patienceMs and drops its turn', async () => {
    const { ask, begun, end } = open({ atOnce: 1, patienceMs: 10 });
    const first = ask('A');
    expect(await ask('B')).toBe('full');
    await end();
    expect(await first).toBe('done');
    void ask('C');
    await settle();
    expect(begun).toEqual(['A', 'C']);
  });
});
