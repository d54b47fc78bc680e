import { startTestServer } from '../../apps/server/tests/global-setup.ts';
import { listSources } from '../sources.ts';
import { makePlan, type Planned } from './plan.ts';
import { type Outcome, type Report, readJson } from './report.ts';
import { drawSample } from './sample.ts';
import { readSqlFunctions } from './sql-functions.ts';
import { tryAll } from './try-mutants.ts';
import { openFarTests } from './users.ts';
import { openWorkers } from './workers.ts';

export interface MutateOptions {
  readonly targets: readonly string[];
  /**
   * Parts of the paths of the tests that may run; without any, the tests beside the target, and more distant ones that depend on the
   * mutant's file.
   */
  readonly tests: readonly string[];
  readonly sample: number;
  readonly seed: string;
  readonly workers: number;
  /** Scope: all mutants, the rest of an interrupted run, or only the survivors of that run. */
  readonly again: 'all' | 'rest' | 'survivors';
  readonly listOnly: boolean;
  /** Time in addition to four times the duration of the tests: for the slow start of a process on a busy machine. */
  readonly spareMs: number;
  /** Folder for temporary files of this run. */
  readonly folder: string;
  readonly reportFile: string;
  readonly log: (line: string) => void;
}

/** Runs the mutants of the targets against the tests that reach them. Writes the report after each mutant, so a run can be interrupted. */
export async function mutate(options: MutateOptions): Promise<Report | undefined> {
  const testsOf = chooseTests(options);
  const needsDatabase = [...options.tests, ...options.targets].some((path) => path.startsWith('apps/server/'));
  const postgres = needsDatabase ? await startTestServer() : undefined;
  try {
    const functions = postgres ? await readSqlFunctions(templateUrl(postgres.server)) : [];
    const { planned, manifestFile } = makePlan(options.targets, functions, options.folder);
    const drawn = drawSample(planned, ({ key }) => key, options.sample, options.seed);
    const tests = [...new Set(drawn.flatMap(testsOf))].sort();
    options.log(`${planned.length} mutants, ${drawn.length} of them drawn; ${tests.length} files of tests`);
    if (options.listOnly) {
      for (const { mutant } of drawn) options.log(`${mutant.file}:${mutant.line}  ${mutant.kind}  ${mutant.change}`);
      return undefined;
    }
    const workers = openWorkers(options.workers, { manifestFile, server: postgres?.server });
    try {
      return await tryAll(
        options,
        { workers, tests, testsOf, functions },
        planned,
        drawn,
        keptOutcomes(options, drawn),
      );
    } finally {
      workers.close();
    }
  } finally {
    await postgres?.stop();
  }
}

/** Outcomes of an earlier run that this run reuses. */
function keptOutcomes({ again, reportFile }: MutateOptions, drawn: readonly Planned[]): Outcome[] {
  const earlier = again === 'all' ? undefined : readJson<Report>(reportFile);
  const now = new Map(drawn.map((one) => [one.key, one]));
  return (earlier?.outcomes ?? []).flatMap((one) => {
    const planned = now.get(one.key);
    return planned ? [{ ...one, line: planned.mutant.line, target: planned.target }] : [];
  });
}

/**
 * Returns a function that lists the tests that may detect a mutant. Tests of the console are included only if a target is in the console.
 */
function chooseTests({ tests, targets }: MutateOptions): (one: Planned) => string[] {
  const isWeb = [...tests, ...targets].some((path) => path.startsWith('apps/web/'));
  const places = isWeb ? /^(?:apps\/web|packages)\// : /^(?:apps\/(?:server|scanner)|packages|scripts)\//;
  const all = listSources('.test.ts', '.test.tsx').filter((file) => places.test(file));
  const within = (part: string) => (file: string) => file.includes(part.replace(/\/$/, ''));
  if (tests.length > 0) {
    const named = all.filter((file) => tests.some((part) => within(part)(file)));
    return () => named;
  }
  const far = openFarTests(all, places);
  return ({ target, mutant }) => [...new Set([...all.filter(within(target)), ...far(mutant.file)])];
}

function templateUrl({ ownerUrl, template }: { ownerUrl: string; template: string }): string {
  const url = new URL(ownerUrl);
  url.pathname = template;
  return url.href;
}
