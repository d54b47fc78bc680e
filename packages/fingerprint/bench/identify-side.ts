import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Grown, Job } from './identify-worker.ts';

const FIRST_SEED = 10_000;

/** Opens a thread that does jobs one by one. */
export function openSide(withoutKernels: boolean) {
  const worker = new Worker(new URL('./identify-worker.ts', import.meta.url), { workerData: { withoutKernels } });
  worker.unref();
  return <Answer>(job: Job) =>
    new Promise<Answer>((resolve, reject) => {
      worker.ref();
      worker.once('error', reject);
      worker.once('message', (answer: Answer) => {
        worker.removeListener('error', reject);
        worker.unref();
        resolve(answer);
      });
      worker.postMessage(job);
    });
}
/** Synthetic fingers of three impressions each, from the file of kept ones as far as it has them. */
export async function growFingers(count: number, keep: string | undefined): Promise<Grown[]> {
  const kept: Grown[] = keep !== undefined && existsSync(keep) ? readKept(keep) : [];
  const known = new Set(kept.map(({ seed }) => seed));
  const missing = Array.from({ length: 2 * count }, (_, k) => FIRST_SEED + k)
    .filter((seed) => !known.has(seed))
    .slice(0, Math.max(0, count - kept.length));
  const parts = availableParallelism();
  const answers = await Promise.all(
    Array.from({ length: parts }, (_, part) =>
      openSide(false)<Grown[]>({ kind: 'grow', seeds: missing.filter((_seed, k) => k % parts === part) }),
    ),
  );
  const grown = [...kept, ...answers.flat()].sort((a, b) => a.seed - b.seed);
  if (keep !== undefined && missing.length > 0) {
    const text = grown.map(({ seed, templates }) => ({
      seed,
      templates: templates.map((t) => Buffer.from(t).toString('base64')),
    }));
    writeFileSync(keep, JSON.stringify(text));
  }
  return grown.slice(0, count);
}

function readKept(file: string): Grown[] {
  const kept: { seed: number; templates: string[] }[] = JSON.parse(readFileSync(file, 'utf8'));
  return kept.map(({ seed, templates }) => ({ seed, templates: templates.map((t) => Buffer.from(t, 'base64')) }));
}
