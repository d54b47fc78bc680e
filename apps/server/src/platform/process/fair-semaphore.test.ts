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

describe('turns at something of which there is little', () => {
  it('gives one person half of it, and the rest to whoever else comes', async () => {
    const { ask, begun } = open({ atOnce: 4 });
    for (let i = 0; i < 5; i++) void ask('A');
    await settle();
    expect(begun).toEqual(['A', 'A']);
    void ask('B');
    void ask(null);
    await settle();
    expect(begun).toEqual(['A', 'A', 'B', 'server']);
  });

  it('lets people take turns, however many one of them has waiting', async () => {
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

  it('turns away the newest of whoever has most waiting, and nobody else', async () => {
    const { ask, begun, end } = open({ atOnce: 1, longest: 3 });
    const flood = Array.from({ length: 4 }, () => ask('A'));
    const other = ask('B');
    expect(await flood[3]).toBe('full');
    expect(await ask('A')).toBe('full');
    for (let i = 0; i < 4; i++) await end();
    expect(begun).toEqual(['A', 'A', 'B', 'A']);
    expect(await other).toBe('done');
  });

  it('never turns away what is patient', async () => {
    const { ask, begun, end } = open({ atOnce: 1, longest: 1 });
    void ask('A');
    void ask('A');
    const patient = ask('B', 'patient');
    expect(await ask('A')).toBe('full');
    for (let i = 0; i < 3; i++) await end();
    expect(await patient).toBe('done');
    expect(begun).toHaveLength(3);
  });

  it('lets nobody wait for longer than its patience, and gives their turn to nobody', async () => {
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
