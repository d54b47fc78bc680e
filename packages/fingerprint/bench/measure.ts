import { parentPort, workerData } from 'node:worker_threads';
import { extractTemplate } from '../src/extraction/extract.ts';
import { assessQuality } from '../src/extraction/quality.ts';
import { bestOdds, bestScore, prepareProbe } from '../src/matching/compare.ts';
import { bestEvidence, scoreOf } from '../src/matching/score.ts';
import { verifyFinger } from '../src/matching/verify.ts';
import { readImpression } from './sets.ts';
import type { Extracted, Matched, Task, Verified } from './work.ts';

/** Impressions a finger is enrolled with in the fusion protocol; the others of the finger are probes. */
const ENROLLED = 3;

const task = workerData as Task;
parentPort!.postMessage(
  task.kind === 'extract' ? await extract(task) : task.kind === 'verify' ? verifyAll(task) : match(task),
);

/** CPU time of this thread alone: other programs on the machine do not count. */
function cpuMicroseconds(): number {
  return process.threadCpuUsage().user;
}

async function extract({
  set,
  scale,
  part,
  parts,
}: Task & { kind: 'extract' }): Promise<{ impressions: Extracted[]; milliseconds: number }> {
  const impressions: Extracted[] = [];
  let microseconds = 0;
  for (let k = part; k < set.impressions.length; k += parts) {
    const impression = set.impressions[k]!;
    const image = await readImpression(impression, scale);
    const started = cpuMicroseconds();
    const template = extractTemplate(image);
    microseconds += cpuMicroseconds() - started;
    impressions.push({
      finger: impression.finger,
      number: impression.number,
      template,
      quality: assessQuality(image, template),
    });
  }
  return { impressions, milliseconds: microseconds / 1000 };
}

function verifyAll({ enrolled, probes, part, parts }: Task & { kind: 'verify' }): Verified {
  const genuine: number[] = [];
  const impostor: number[] = [];
  const fingers = Map.groupBy(enrolled, ({ finger }) => finger);
  const started = cpuMicroseconds();
  for (let k = part; k < probes.length; k += parts) {
    const { finger, template } = probes[k]!;
    const probe = prepareProbe(template);
    for (const [other, impressions] of fingers) {
      const best = verifyFinger(
        probe,
        impressions.map((each) => each.template),
      );
      const score = best - 10 * Math.log10(impressions.length);
      (finger === other ? genuine : impostor).push(score);
    }
  }
  const microseconds = cpuMicroseconds() - started;
  return { genuine: Float64Array.from(genuine), impostor: Float64Array.from(impostor), microseconds };
}

function match({ impressions, part, parts }: Task & { kind: 'match' }): Matched {
  const pairs = {
    genuine: [] as number[],
    impostor: [] as number[],
    genuineEvidence: [] as number[],
    impostorEvidence: [] as number[],
  };
  for (const { template } of impressions) prepareProbe(template);
  const started = cpuMicroseconds();
  for (let i = part; i < impressions.length; i += parts) {
    const probe = prepareProbe(impressions[i]!.template);
    for (let j = i + 1; j < impressions.length; j++) {
      const score = scoreOf(bestOdds(probe, impressions[j]!.template));
      const same = impressions[i]!.finger === impressions[j]!.finger;
      (same ? pairs.genuine : pairs.impostor).push(score);
      (same ? pairs.genuineEvidence : pairs.impostorEvidence).push(...bestEvidence);
    }
  }
  const microseconds = cpuMicroseconds() - started;
  const fused = fuse(impressions, part, parts);
  return {
    genuine: Float64Array.from(pairs.genuine),
    impostor: Float64Array.from(pairs.impostor),
    genuineEvidence: Float64Array.from(pairs.genuineEvidence),
    impostorEvidence: Float64Array.from(pairs.impostorEvidence),
    fusedGenuine: Float64Array.from(fused.genuine),
    fusedImpostor: Float64Array.from(fused.impostor),
    microseconds,
  };
}

function fuse(
  impressions: readonly Extracted[],
  part: number,
  parts: number,
): { genuine: number[]; impostor: number[] } {
  const genuine: number[] = [];
  const impostor: number[] = [];
  const enrolled = Map.groupBy(
    impressions.filter((i) => i.number <= ENROLLED),
    (i) => i.finger,
  );
  const probes = impressions.filter((i) => i.number > ENROLLED);
  for (let k = part; k < probes.length; k += parts) {
    const probe = prepareProbe(probes[k]!.template);
    for (const [finger, of] of enrolled) {
      const score = bestScore(
        probe,
        of.map((i) => i.template),
      );
      (finger === probes[k]!.finger ? genuine : impostor).push(score);
    }
  }
  return { genuine, impostor };
}
