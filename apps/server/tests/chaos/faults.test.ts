import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { REQUEST_FAULTS, SERVER_FAULTS } from './fault-schedule.ts';
import { forgetKeys, openStage, runFaults, type Stage } from './run-faults.ts';
import { tellFindings } from './tally.ts';

// Servers start and end here, on a machine that may be busy with the other tests.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const KILLED = 'server killed at a random moment, then at a named point';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ students: 8, tellers: 2, plates: 2 });
});
afterAll(() => stage?.close());

it('two servers lose and double nothing under every kind of fault and kills at each named point', async () => {
  const mix = { ...REQUEST_FAULTS, ...SERVER_FAULTS, [KILLED]: 240 };
  const tally = await runFaults(stage, { seed: 7, faults: 120, clients: 8, mix });
  expect(tellFindings(tally)).toEqual([]);
  const points = ['before-work', 'before-commit', 'after-commit'].map((point) => `server killed ${point}`);
  const kinds = [...Object.keys(REQUEST_FAULTS), ...Object.keys(SERVER_FAULTS), ...points].filter(
    (kind) => kind !== KILLED,
  );
  expect([...tally.faults.keys()]).toEqual(expect.arrayContaining(kinds));
  expect(stage.operations.filter((each) => each.receipt !== null).length).toBeGreaterThan(100);
});

it('the fault run detects doubled entries of a server that forgets its idempotency keys', async () => {
  await forgetKeys(stage);
  const mix = { 'the answer lost': 1, 'sent twice at once': 1 };
  const tally = await runFaults(stage, { seed: 8, faults: 30, clients: 4, mix });
  expect(tally.count('doubled')).toBeGreaterThan(0);
  expect(tally.count('lost') + tally.count('negative')).toBe(0);
});
