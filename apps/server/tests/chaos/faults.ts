/**
 * `npm run chaos -- --seed N --faults 10000`: runs the real server, twice, on real PostgreSQL with fsync, under load and faults of many
 * kinds; afterwards compares the books with the clients' own list of acknowledged operations. Exits with 1 if anything is lost, doubled,
 * negative or otherwise differs from its answer.
 */
import { parseArgs } from 'node:util';
import { forgetKeys, openStage, runFaults } from './run-faults.ts';
import { type Tally, tellFindings } from './tally.ts';
import type { Operation } from './workload.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: '1000' },
    clients: { type: 'string', default: '16' },
    minutes: { type: 'string', default: '60' },
    // Kinds of faults of fault-schedule.ts to inject exclusively; may be repeated.
    only: { type: 'string', multiple: true },
    'forget-keys': { type: 'boolean', default: false },
  },
});

const stage = await openStage({ students: 40, tellers: 4, plates: 12 });
if (values['forget-keys']) await forgetKeys(stage);
const from = Date.now();
const tally = await runFaults(stage, {
  seed: Number(values.seed),
  faults: Number(values.faults),
  clients: Number(values.clients),
  minutes: Number(values.minutes),
  ...(values.only ? { mix: Object.fromEntries(values.only.map((kind) => [kind, 1])) } : {}),
}).finally(stage.close);
process.stdout.write(`${tell(tally, stage.operations, (Date.now() - from) / 1000).join('\n')}\n`);
process.exit(tally.isClean() ? 0 : 1);

function tell(tally: Tally, operations: readonly Operation[], seconds: number): string[] {
  const faults = [...tally.faults].toSorted(([, a], [, b]) => b - a);
  const acknowledged = operations.filter((each) => each.receipt !== null);
  const refused = Map.groupBy(
    operations.filter((each) => each.refused !== null),
    (each) => each.refused,
  );
  const line = (name: string, count: number | string) => `  ${name.padEnd(48)} ${String(count).padStart(8)}`;
  return [
    `seed ${values.seed}${values['forget-keys'] ? ', idempotency switched off' : ''}`,
    'faults',
    ...faults.map(([kind, count]) => line(kind, count)),
    line(
      'in all',
      faults.reduce((sum, [, count]) => sum + count, 0),
    ),
    'operations',
    ...[...Map.groupBy(operations, (each) => each.kind)].map(([kind, those]) => line(kind, those.length)),
    line('in all', operations.length),
    line('requests', tally.requests),
    line('never heard of', tally.unheard),
    line('answered "busy"', tally.busy),
    line('acknowledged', acknowledged.length),
    ...[...refused].map(([problem, those]) => line(`refused: ${problem}`, those.length)),
    'found',
    line('lost', tally.count('lost')),
    line('doubled', tally.count('doubled')),
    line('negative', tally.count('negative')),
    line(
      'in all',
      [...tally.findings.values()].reduce((sum, found) => sum + found.length, 0),
    ),
    ...tellFindings(tally),
    `${Math.round(seconds)} s`,
  ];
}
