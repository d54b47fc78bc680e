/**
 * `npm run proof:alerts`: proves each alert end to end. Debian's Prometheus, with the rules of `packaging/prometheus` (sped up by
 * `shorten.ts`), reads a real server on a real PostgreSQL. No alert may fire while all is well; then the cause of each is produced, which
 * must fire it, and removed, which must end it. Takes half an hour, and needs root (to fill a separate disk), `prometheus` and
 * `postgresql`. `-- MfukoDown …` tries only those rules.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { archiveBy, type Cause, causes } from './causes.ts';
import { makeWorld, type World } from './world.ts';

const POLL_MS = 250;
const PATIENCE_S = 150;
const WELL_FOR_S = 30;

interface Tried {
  readonly of: Cause;
  readonly firedAfter: number | null;
  readonly silentAfter: number | null;
  /** Other alerts that fired meanwhile. */
  readonly others: readonly string[];
}

const firing = async (world: World): Promise<string[]> =>
  (await world.watcher.alerts()).filter(({ state }) => state === 'firing').map(({ name }) => name);

/** Seconds until the condition holds; null after the timeout. */
async function secondsUntil(holds: () => Promise<boolean>, patience: number): Promise<number | null> {
  const began = performance.now();
  for (;;) {
    const passed = (performance.now() - began) / 1_000;
    if (await holds()) return Math.round(passed);
    if (passed > patience) return null;
    await sleep(POLL_MS);
  }
}

async function tryCause(world: World, of: Cause): Promise<Tried> {
  const others = new Set<string>();
  if (of.readEvery !== undefined) await world.watcher.readEvery(of.readEvery);
  const began = performance.now();
  const end = await of.make(world);
  const look = async () => {
    const names = await firing(world);
    for (const name of names) if (name !== of.rule) others.add(name);
    return names.includes(of.rule);
  };
  const fired = (await secondsUntil(look, of.patience ?? PATIENCE_S)) !== null;
  const firedAfter = fired ? Math.round((performance.now() - began) / 1_000) : null;
  await end?.();
  const resolvedAt = performance.now();
  await of.resolve(world);
  if (of.readEvery !== undefined) await world.watcher.readEvery(1);
  const silent = (await secondsUntil(async () => !(await look()), of.patience ?? PATIENCE_S)) !== null;
  const silentAfter = silent ? Math.round((performance.now() - resolvedAt) / 1_000) : null;
  // The next cause starts after all alerts of this one have ended.
  await secondsUntil(async () => (await firing(world)).every((name) => name === 'MfukoLogArchiveOld'), PATIENCE_S);
  return { of, firedAfter, silentAfter, others: [...others] };
}

/** Alerts that fire while nothing is wrong. */
async function firingWhileWell(world: World): Promise<string[]> {
  const found = new Set<string>();
  await secondsUntil(async () => {
    for (const name of await firing(world)) found.add(name);
    return false;
  }, WELL_FOR_S);
  return [...found];
}

const rowOf = ({ of, firedAfter, silentAfter, others }: Tried) =>
  `| ${of.rule} | ${of.cause} | ${firedAfter ?? 'NEVER'} | ${of.resolvedBy} | ${silentAfter ?? 'NEVER'} | ${others.join(', ')} |`;
const print = (line: string) => void process.stdout.write(`${line}\n`);

const asked = process.argv.slice(2);
const world = await makeWorld();
const leave = () => void world.close().finally(() => process.exit(1));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave);
const tried: Tried[] = [];
let falsely: string[] = [];
/** A cause that cannot be produced counts as an alert that did not fire; the others are tried all the same. */
const tryAll = async (these: readonly Cause[]) => {
  for (const of of these) {
    const one = await tryCause(world, of).catch((fault: unknown) => {
      print(String(fault));
      return { of, firedAfter: null, silentAfter: null, others: [] };
    });
    tried.push(one);
    print(rowOf(one));
  }
};
try {
  print(
    '| rule | cause | fires after s | taken away by | silent after s | others meanwhile |\n|---|---|---|---|---|---|',
  );
  for (const kind of ['backup', 'copy-the-backups', 'verify-books', 'look-at-books']) await world.run(kind);
  falsely = await firingWhileWell(world);
  print(`| none | all is well for ${WELL_FOR_S} s | ${falsely.join(', ') || 'none'} | | | |`);
  // The archive counts as old only after a quarter of an hour.
  await archiveBy(world.postgres, 'false');
  await tryAll(causes.filter(({ rule }) => asked.length === 0 || asked.includes(rule)));
} finally {
  await world.close();
}
const failed = tried.filter(({ firedAfter, silentAfter }) => firedAfter === null || silentAfter === null);
print(
  `${tried.length} causes, ${failed.length} that did not fire or did not end, ${falsely.length} that fired while all was well`,
);
process.exit(failed.length + falsely.length === 0 ? 0 : 1);
