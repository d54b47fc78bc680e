import { parentPort, workerData } from 'node:worker_threads';

/** Parts of `npm run bench:identify` that are measured in a thread of their own: with kernels, or as if there were no WebAssembly. */
export type Job =
  | { readonly kind: 'grow'; readonly seeds: readonly number[] }
  | { readonly kind: 'compare'; readonly set: readonly Uint8Array[]; readonly probe: number }
  | { readonly kind: 'enrol'; readonly students: readonly (readonly Uint8Array[])[] }
  | { readonly kind: 'search'; readonly probe: Uint8Array; readonly everybody: boolean };

export interface Grown {
  readonly seed: number;
  readonly templates: readonly Uint8Array[];
}
export interface Compared {
  readonly microseconds: number;
  readonly scores: Float64Array;
}
export interface Searched {
  readonly microseconds: number;
  /** Students with their scores, best first; of the candidates only, or of everybody. */
  readonly found: readonly { readonly student: number; readonly score: number }[];
  /** Rank score of each student. */
  readonly ranks: Float64Array;
}

const { withoutKernels } = workerData as { withoutKernels: boolean };
if (withoutKernels) Reflect.deleteProperty(globalThis, 'WebAssembly');
const { bestScore, compareToProbe, prepareProbe } = await import('../src/matching/compare.ts');
const { highest, rankScore } = await import('../src/matching/prefilter.ts');
const { decodeTemplate, encodeTemplate } = await import('../src/template/template.ts');
const { extractTemplate } = await import('../src/extraction/extract.ts');
const { impress, makeFinger } = await import('../src/synthetic/finger.ts');

const IMPRESSIONS = [1, 2, 3];
const CANDIDATES = 100;
type Template = ReturnType<typeof decodeTemplate>;

let set: Template[] = [];
let students: Template[][] = [];

/** CPU time of this thread. Both sorts of it: how short times are divided between them is a guess of the system. */
function cpuMicroseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

function perform(job: Job): Grown[] | Compared | Searched | number {
  const started = cpuMicroseconds();
  const spent = () => cpuMicroseconds() - started;
  switch (job.kind) {
    case 'grow':
      return job.seeds.map((seed) => {
        const finger = makeFinger(seed);
        return {
          seed,
          templates: IMPRESSIONS.map((k) => encodeTemplate(extractTemplate(impress(finger, { seed: k })))),
        };
      });
    case 'compare': {
      if (job.set.length > 0) {
        set = job.set.map(decodeTemplate);
        for (const template of set) prepareProbe(template);
        return 0;
      }
      const probe = prepareProbe(set[job.probe]!);
      const scores = Float64Array.from(set, (template) => compareToProbe(probe, template));
      return { microseconds: spent(), scores };
    }
    case 'enrol':
      students = job.students.map((of) => of.map(decodeTemplate));
      for (const template of students.flat()) prepareProbe(template);
      return spent();
    case 'search': {
      const probe = prepareProbe(decodeTemplate(job.probe));
      const ranks = job.everybody
        ? new Float64Array(students.length)
        : Float64Array.from(students, (of) => of.reduce((best, t) => Math.max(best, rankScore(probe, t)), 0));
      const compared = job.everybody ? students.map((_, k) => k) : highest(ranks, CANDIDATES);
      const found = compared.map((student) => ({ student, score: bestScore(probe, students[student]!) }));
      const microseconds = spent();
      return { microseconds, found: found.sort((a, b) => b.score - a.score), ranks };
    }
  }
}

parentPort!.on('message', (job: Job) => parentPort!.postMessage(perform(job)));
