import type { Answer, Workers } from './workers.ts';

/** Maximum number of runs of a job whose tests failed because the server was busy. */
const MAX_RUNS = 3;

/**
 * Repeats a job if its tests failed because the server was busy: such a failure is caused by the machine, and an undetected mutant would
 * count as caught. The last run counts.
 */
export async function runPatiently(run: Workers['run'], job: Parameters<Workers['run']>[0]): Promise<Answer> {
  for (let runs = 1; ; runs += 1) {
    const answer = await run(job);
    if (answer.end !== 'failed' || !saysBusy(answer.why) || runs === MAX_RUNS) return answer;
  }
}

function saysBusy(why: string): boolean {
  return /\b503\b|server\.busy|timeout exceeded|connection timeout/.test(why);
}
