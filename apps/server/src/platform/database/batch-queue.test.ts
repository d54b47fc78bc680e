import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type BatchQueue, coalesce } from './batch-queue.ts';

interface Question {
  readonly id: number;
  readonly line?: string;
  readonly conflictKeys?: readonly string[];
}

/** Creates a queue that answers each input with its id; `gate` holds the batches back until it is opened. */
function queue(change: Partial<BatchQueue<Question, number>> = {}) {
  const batches: number[][] = [];
  const gate = Promise.withResolvers<void>();
  const ask = coalesce<Question, number>({
    line: ({ line }) => line ?? 'one',
    conflictKeys: ({ conflictKeys }) => conflictKeys ?? [],
    batch: async (asked) => {
      batches.push(asked.map(({ id }) => id));
      await gate.promise;
      return asked.map(({ id }) => ({ answer: id }));
    },
    most: 8,
    longest: 20,
    full: () => new Error('full'),
    ...change,
  });
  return { ask, batches, open: gate.resolve };
}

it('coalesce sends calls that arrive during a batch as the next batch, in arrival order', async () => {
  const { ask, batches, open } = queue();
  const first = ask({ id: 0 });
  await turn();
  await turn();
  const rest = [1, 2, 3].map((id) => ask({ id }));
  open();
  expect(await Promise.all([first, ...rest])).toEqual([0, 1, 2, 3]);
  expect(batches).toEqual([[0], [1, 2, 3]]);
});

it('coalesce never answers a call from a batch that started before the call', async () => {
  let now = 0;
  const ask = coalesce<Question, number>({
    line: () => 'one',
    batch: async (asked) => {
      const seen = now;
      await turn();
      return asked.map(() => ({ answer: seen }));
    },
    most: 8,
    longest: 20,
    full: () => new Error('full'),
  });
  for (now = 1; now < 40; now++) {
    const since = now;
    void ask({ id: now }).then((answer) => expect(answer).toBeGreaterThanOrEqual(since));
    await turn();
  }
  await ask({ id: 0 });
});

it('coalesce rejects only the call whose outcome is a fault', async () => {
  const { ask } = queue({
    batch: async (asked) => asked.map(({ id }) => (id === 1 ? { fault: new Error('one is wrong') } : { answer: id })),
  });
  const outcomes = await Promise.allSettled([0, 1, 2].map((id) => ask({ id })));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('coalesce retries each call alone when a batch fails, or rejects all when it has no single-call path', async () => {
  const batch = async () => Promise.reject(new Error('all of it'));
  const alone = async ({ id }: Question) => (id === 1 ? Promise.reject(new Error('its own')) : id);
  const one = queue({ batch, alone });
  const outcomes = await Promise.allSettled([0, 1, 2].map((id) => one.ask({ id })));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);

  const none = queue({ batch });
  const all = await Promise.allSettled([0, 1].map((id) => none.ask({ id })));
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  // The queue continues to work.
  await expect(none.ask({ id: 2 })).rejects.toThrow('all of it');
});

it('coalesce rejects a call when its batch returns fewer outcomes than calls', async () => {
  const { ask } = queue({ batch: async () => [] });
  await expect(ask({ id: 0 })).rejects.toThrow('outcomes than it has calls');
});

it('coalesce rejects a call when its queue is full, and serves the waiting calls and other queues', async () => {
  const { ask, open } = queue({ longest: 3 });
  const first = ask({ id: 0 });
  await turn();
  await turn();
  const waiting = [1, 2, 3].map((id) => ask({ id }));
  await expect(ask({ id: 4 })).rejects.toThrow('full');
  const other = ask({ id: 5, line: 'another' });
  open();
  expect(await Promise.all([first, ...waiting, other])).toEqual([0, 1, 2, 3, 5]);
});

it("coalesce does not delay one queue by another's slow batch", async () => {
  const held = Promise.withResolvers<void>();
  const ask = coalesce<Question, number>({
    line: ({ line }) => line ?? '',
    batch: async (asked) => {
      if (asked[0]?.line === 'slow') await held.promise;
      return asked.map(({ id }) => ({ answer: id }));
    },
    most: 8,
    longest: 20,
    full: () => new Error('full'),
  });
  const slow = ask({ id: 0, line: 'slow' });
  expect(await ask({ id: 1, line: 'quick' })).toBe(1);
  held.resolve();
  expect(await slow).toBe(0);
});

it('coalesce keeps calls with equal conflict keys in separate batches, in order, and answers every call', async () => {
  const marks = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(fc.array(marks, { maxLength: 20 }), async (asked) => {
      const { ask, batches, open } = queue();
      open();
      const answers = await Promise.all(asked.map((conflictKeys, id) => ask({ id, conflictKeys })));
      expect(answers).toEqual(asked.map((_, id) => id));
      expect(batches.flat().toSorted((a, b) => a - b)).toEqual(answers);
      for (const batch of batches) {
        const all = batch.flatMap((id) => [...new Set(asked[id])]);
        expect(new Set(all).size).toBe(all.length);
        expect(batch.length).toBeLessThanOrEqual(8);
      }
      for (const mark of ['a', 'b', 'c', 'd'] as const) {
        const inOrder = batches.flat().filter((id) => asked[id]?.includes(mark));
        expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
      }
    }),
  );
});
