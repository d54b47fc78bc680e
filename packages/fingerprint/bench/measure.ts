import { parentPort, workerData } from 'node:worker_threads';
import { extractTemplate } from '../src/extraction/extract.ts';
import { assessQuality } from '../src/extraction/quality.ts';
import { bestOdds, compareToProbe, prepareProbe, tried } from '../src/matching/compare.ts';
import { verifyFinger } from '../src/matching/verify.ts';
import { randomFrom } from '../src/synthetic/random.ts';
import type { Comparison } from './comparison.ts';
import { readImpression } from './sets.ts';
import { TRANSFORMS } from './transforms.ts';
import type { Extracted, Matched, Task, Verified } from './work.ts';

/** Seed of the random changes that degrade a picture. */
const SEED = 188;

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
  transform,
  part,
  parts,
}: Task & { kind: 'extract' }): Promise<{ impressions: Extracted[]; milliseconds: number }> {
  const impressions: Extracted[] = [];
  let microseconds = 0;
  for (let k = part; k < set.impressions.length; k += parts) {
    const impression = set.impressions[k]!;
    const image = await TRANSFORMS[transform](await readImpression(impression, scale), randomFrom(SEED, k));
    const started = cpuMicroseconds();
    const template = extractTemplate(image);
    microseconds += cpuMicroseconds() - started;
    impressions.push({
      finger: impression.finger,
      person: impression.finger.split('_')[0]!,
      number: impression.number,
      template,
      quality: assessQuality(image, template),
    });
  }
  return { impressions, milliseconds: microseconds / 1000 };
}

function verifyAll({ enrolled, probes, part, parts }: Task & { kind: 'verify' }): Verified {
  const genuinePairs: Comparison[] = [];
  const impostorPairs: Comparison[] = [];
  const fingers = Map.groupBy(enrolled, ({ finger }) => finger);
  const started = cpuMicroseconds();
  for (let k = part; k < probes.length; k += parts) {
    const { finger, person, template, quality } = probes[k]!;
    const probe = prepareProbe(template);
    for (const [other, impressions] of fingers) {
      const best = verifyFinger(
        probe,
        impressions.map((each) => each.template),
      );
      (finger === other ? genuinePairs : impostorPairs).push({
        one: person,
        other: impressions[0]!.person,
        score: best - 10 * Math.log10(impressions.length),
        quality: Math.min(quality, Math.max(...impressions.map((each) => each.quality))),
      });
    }
  }
  const microseconds = cpuMicroseconds() - started;
  return {
    genuine: scoresOf(genuinePairs),
    impostor: scoresOf(impostorPairs),
    genuinePairs,
    impostorPairs,
    microseconds,
  };
}

function match({ impressions, others, part, parts }: Task & { kind: 'match' }): Matched {
  const genuinePairs: Comparison[] = [];
  const impostorPairs: Comparison[] = [];
  const genuineEvidence: number[] = [];
  const impostorEvidence: number[] = [];
  for (const { template } of [...impressions, ...(others ?? [])]) prepareProbe(template);
  let microseconds = 0;
  for (let i = part; i < impressions.length; i += parts) {
    const one = impressions[i]!;
    const probe = prepareProbe(one.template);
    const compared = others ?? impressions.slice(i + 1);
    const started = cpuMicroseconds();
    const scores = compared.map((other) => compareToProbe(probe, other.template));
    microseconds += cpuMicroseconds() - started;
    for (const [k, other] of compared.entries()) {
      const score = scores[k]!;
      bestOdds(probe, other.template);
      const evidence = [...tried];
      bestOdds(prepareProbe(other.template), one.template);
      evidence.push(...tried);
      const same = others === undefined && one.finger === other.finger;
      const quality = Math.min(one.quality, other.quality);
      (same ? genuinePairs : impostorPairs).push({ one: one.person, other: other.person, score, quality });
      (same ? genuineEvidence : impostorEvidence).push(...evidence);
    }
  }
  return {
    genuine: scoresOf(genuinePairs),
    impostor: scoresOf(impostorPairs),
    genuinePairs,
    impostorPairs,
    genuineEvidence: Float64Array.from(genuineEvidence),
    impostorEvidence: Float64Array.from(impostorEvidence),
    microseconds,
  };
}

function scoresOf(pairs: readonly Comparison[]): Float64Array {
  return Float64Array.from(pairs, ({ score }) => score);
}
