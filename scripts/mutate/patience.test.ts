import { expect, test } from 'vitest';
import { runPatiently } from './patience.ts';
import type { Answer } from './workers.ts';

/** The end of a job whose runs fail for these reasons, one after the other, and pass then. */
async function endAfter(...reasons: string[]): Promise<[end: Answer['end'], runs: number]> {
  let runs = 0;
  const run = async (): Promise<Answer> => {
    const why = reasons[runs++];
    return { id: runs, ms: 1, ...(why === undefined ? { end: 'passed', why: '' } : { end: 'failed', why }) };
  };
  const { end } = await runPatiently(run, { tests: [], environment: {}, limitMs: 1 });
  return [end, runs];
}

test('runPatiently repeats tests that failed on a busy server, at most three runs', async () => {
  expect(await endAfter('expected 503 to be 200', "expected 'server.busy' to be undefined")).toEqual(['passed', 3]);
  expect(await endAfter('expected 503 to be 200', 'expected 1 to be 2')).toEqual(['failed', 2]);
  expect(await endAfter('503', '503', '503', '503')).toEqual(['failed', 3]);
  expect(await endAfter('Connection terminated due to connection timeout')).toEqual(['passed', 2]);
  expect(await endAfter('expected 1503 to be 200')).toEqual(['failed', 1]);
});
