import { VARIABLES } from './manifest.ts';
import type { MutateOptions } from './mutate.ts';
import { groupByNearness } from './nearness.ts';
import { runPatiently } from './patience.ts';
import { type Planned, readSource } from './plan.ts';
import { openLooks, type Reach } from './reach.ts';
import { type Fate, isSurvivor, type Outcome, type Report, writeReport } from './report.ts';
import { mutatedDefinition, type SqlFunction } from './sql-functions.ts';
import type { Workers } from './workers.ts';

interface Parts {
  readonly workers: Workers;
  readonly tests: readonly string[];
  readonly testsOf: (one: Planned) => readonly string[];
  readonly functions: readonly SqlFunction[];
}

/** Measures a test file, like `openLooks`. */
type Look = (test: string) => Promise<Reach | null>;

/** Tries each drawn mutant without an outcome, with as many in parallel as there are workers, and writes the report after each. */
export async function tryAll(
  options: MutateOptions,
  parts: Parts,
  planned: readonly Planned[],
  drawn: readonly Planned[],
  kept: readonly Outcome[],
): Promise<Report> {
  const { log, reportFile, again } = options;
  const outcomes = new Map(kept.map((one) => [one.key, one]));
  const report = (): Report => ({
    sample: options.sample,
    seed: options.seed,
    tests: parts.tests,
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
  const wanted = parts.functions.filter(({ name }) => named.has(name));
  const look = openLooks(parts.workers, wanted, options);
  const waiting = [...open];
  let done = 0;
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const outcome = await tryOne(parts, one, look, options.spareMs);
      outcomes.set(one.key, outcome);
      writeReport(reportFile, report());
      done += 1;
      const sign = isSurvivor(outcome) ? '  SURVIVED' : '';
      log(`${done}/${open.length}  ${outcome.file}:${outcome.line}  ${outcome.change}  ${outcome.fate}${sign}`);
    }
  };
  await Promise.all(Array.from({ length: options.workers }, work));
  writeReport(reportFile, report());
  return report();
}

/** Tries a mutant against the nearest tests first; more distant ones are measured and run only if those did not detect it. */
async function tryOne({ workers, testsOf, functions }: Parts, one: Planned, look: Look, spareMs: number) {
  const { number, mutant, key, target } = one;
  const { file, line, kind, change, text, sqlFunction } = mutant;
  const ended = (fate: Fate, by: string): Outcome => ({ key, target, file, line, kind, change, text, fate, by });
  const source = functions.find(({ name }) => name === sqlFunction);
  const definition = source && mutatedDefinition(source, readSource(file), mutant);
  let sound = 0;
  let reached = false;
  for (const group of groupByNearness(file, testsOf(one), readSource)) {
    const looks = (await Promise.all(group.map(look))).filter((each) => each !== null);
    sound += looks.length;
    const reaching = looks
      .filter((each) => (sqlFunction === undefined ? each.numbers.has(number) : each.functions.has(sqlFunction)))
      .sort((a, b) => a.ms - b.ms);
    if (reaching.length === 0) continue;
    reached = true;
    const { end, why } = await runPatiently(workers.run, {
      tests: reaching.map(({ test }) => test),
      environment: { [VARIABLES.chosen]: String(number) },
      limitMs: Math.round(reaching.reduce((sum, { ms }) => sum + ms, 0) * 4 + spareMs),
      definition,
    });
    if (end !== 'passed') return ended(end === 'timeout' ? 'timeout' : 'caught', why.slice(0, 300));
  }
  if (sound === 0) throw new Error('No test passes without a mutant.');
  return ended(reached ? 'survived' : 'unreached', '');
}
