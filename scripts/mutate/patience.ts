import type { Answer, Workers } from './workers.ts';

/** Most runs of one job whose tests were told that the server is busy. */
const MOST_RUNS = 3;

/**
 * Runs a job anew where its tests failed for a server that was busy: on a machine with much else to do that speaks of the machine, and a
 * mutant that nobody noticed would count as caught. The last run counts.
 */
export async function runPatiently(run: Workers['run'], job: Parameters<Workers['run']>[0]): Promise<Answer> {
  for (let runs = 1; ; runs += 1) {
    const answer = await run(job);
    if (answer.end !== 'failed' || !saysBusy(answer.why) || runs === MOST_RUNS) return answer;
  }
}

function saysBusy(why: string): boolean {
  return /\b503\b|server\.busy|timeout exceeded|connection timeout/.test(why);
}
