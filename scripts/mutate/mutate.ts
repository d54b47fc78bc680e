import { startTestServer } from '../../apps/server/tests/global-setup.ts';
import { listSources } from '../sources.ts';
import { VARIABLES } from './manifest.ts';
import { runPatiently } from './patience.ts';
import { makePlan, type Planned, readSource } from './plan.ts';
import { findReach, type Reach } from './reach.ts';
import { type Fate, isSurvivor, type Outcome, type Report, readJson, writeReport } from './report.ts';
import { drawSample } from './sample.ts';
import { mutatedDefinition, readSqlFunctions, type SqlFunction } from './sql-functions.ts';
import { openWorkers, type Workers } from './workers.ts';

export interface MutateOptions {
  readonly targets: readonly string[];
  /** Parts of the paths of the tests that may run; none: those beside the targets. */
  readonly tests: readonly string[];
  readonly sample: number;
  readonly seed: string;
  readonly workers: number;
  /** All anew, the rest of a run that broke off, or only what survived in it. */
  readonly again: 'all' | 'rest' | 'survivors';
  readonly listOnly: boolean;
  /** Time on top of four times what the tests take alone: for the slow start of a process on a machine with much else to do. */
  readonly spareMs: number;
  /** For what only this run needs. */
  readonly folder: string;
  readonly reportFile: string;
  readonly log: (line: string) => void;
}

/** Tries the mutants of the targets against the tests that reach them. Writes the report after each, so a run can break off. */
export async function mutate(options: MutateOptions): Promise<Report | undefined> {
  const tests = testsOf(options);
  const needsDatabase = [...tests, ...options.targets].some((path) => path.startsWith('apps/server/'));
  const postgres = needsDatabase ? await startTestServer() : undefined;
  try {
    const functions = postgres ? await readSqlFunctions(templateUrl(postgres.server)) : [];
    const { planned, manifestFile } = makePlan(options.targets, functions, options.folder);
    const drawn = drawSample(planned, ({ key }) => key, options.sample, options.seed);
    options.log(`${planned.length} mutants, ${drawn.length} of them drawn; ${tests.length} files of tests`);
    if (options.listOnly) {
      for (const { mutant } of drawn) options.log(`${mutant.file}:${mutant.line}  ${mutant.kind}  ${mutant.change}`);
      return undefined;
    }
    const workers = openWorkers(options.workers, { manifestFile, server: postgres?.server });
    try {
      return await tryAll(options, workers, tests, functions, planned, drawn);
    } finally {
      workers.close();
    }
  } finally {
    await postgres?.stop();
  }
}

async function tryAll(
  options: MutateOptions,
  workers: Workers,
  tests: readonly string[],
  functions: readonly SqlFunction[],
  planned: readonly Planned[],
  drawn: readonly Planned[],
): Promise<Report> {
  const { log, reportFile, again } = options;
  const outcomes = new Map(keptOutcomes(options, drawn).map((one) => [one.key, one]));
  const report = (): Report => ({
    sample: options.sample,
    seed: options.seed,
    tests,
    mutants: Object.fromEntries(
      options.targets.map((target) => [target, planned.filter((one) => one.target === target).length]),
    ),
    outcomes: drawn.flatMap(({ key }) => outcomes.get(key) ?? []),
  });
  const open = drawn.filter(({ key }) => {
    const known = outcomes.get(key);
    return !known || (again === 'survivors' && isSurvivor(known));
  });
  const named = new Set(open.flatMap(({ mutant }) => mutant.sqlFunction ?? []));
  const wanted = functions.filter(({ name }) => named.has(name));
  const { reaches, broken } = await findReach(workers, tests, wanted, options.folder, options.tests.length > 0);
  for (const why of broken) log(`left out, since it fails by itself: ${why}`);
  if (reaches.length === 0) throw new Error('No test passes without a mutant.');
  log(`the tests take ${(reaches.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(0)} s without mutants`);
  let done = 0;
  await Promise.all(
    open.map(async (one) => {
      const outcome = await tryOne(workers, one, reaches, functions, options.spareMs);
      outcomes.set(one.key, outcome);
      writeReport(reportFile, report());
      done += 1;
      const sign = isSurvivor(outcome) ? '  SURVIVED' : '';
      log(`${done}/${open.length}  ${outcome.file}:${outcome.line}  ${outcome.change}  ${outcome.fate}${sign}`);
    }),
  );
  writeReport(reportFile, report());
  return report();
}

async function tryOne(
  workers: Workers,
  { number, mutant, key, target }: Planned,
  reaches: readonly Reach[],
  functions: readonly SqlFunction[],
  spareMs: number,
): Promise<Outcome> {
  const { file, line, kind, change, text, sqlFunction } = mutant;
  const reaching = reaches
    .filter((one) => (sqlFunction === undefined ? one.numbers.has(number) : one.functions.has(sqlFunction)))
    .sort((a, b) => a.ms - b.ms);
  const ended = (fate: Fate, by: string): Outcome => ({ key, target, file, line, kind, change, text, fate, by });
  if (reaching.length === 0) return ended('unreached', '');
  const source = functions.find(({ name }) => name === sqlFunction);
  const { end, why } = await runPatiently(workers.run, {
    tests: reaching.map(({ test }) => test),
    environment: { [VARIABLES.chosen]: String(number) },
    limitMs: Math.round(reaching.reduce((sum, { ms }) => sum + ms, 0) * 4 + spareMs),
    definition: source && mutatedDefinition(source, readSource(file), mutant),
  });
  return ended(end === 'passed' ? 'survived' : end === 'timeout' ? 'timeout' : 'caught', why.slice(0, 300));
}

/** The outcomes of an earlier run that this one takes over. */
function keptOutcomes({ again, reportFile }: MutateOptions, drawn: readonly Planned[]): Outcome[] {
  const earlier = again === 'all' ? undefined : readJson<Report>(reportFile);
  const now = new Map(drawn.map((one) => [one.key, one]));
  return (earlier?.outcomes ?? []).flatMap((one) => {
    const planned = now.get(one.key);
    return planned ? [{ ...one, line: planned.mutant.line, target: planned.target }] : [];
  });
}

function testsOf({ targets, tests }: MutateOptions): string[] {
  const parts = tests.length > 0 ? tests : targets;
  return listSources('.test.ts').filter(
    (file) =>
      /^(?:apps\/(?:server|scanner)|packages|scripts)\//.test(file) &&
      parts.some((part) => file.includes(part.replace(/\/$/, ''))),
  );
}

function templateUrl({ ownerUrl, template }: { ownerUrl: string; template: string }): string {
  const url = new URL(ownerUrl);
  url.pathname = template;
  return url.href;
}
