// `npm run check`: all checks that do not run the product, in parallel. `npm run check -- words 'table owners'` runs only those.
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './sources.ts';

// Slowest first, so that none of them runs alone at the end.
const CHECKS: readonly (readonly [name: string, ...command: string[]])[] = [
  ['types of the console', 'tsc', '--noEmit', '-p', 'apps/web', ...asOneOfMany('web')],
  ['types', 'tsc', '--noEmit', ...asOneOfMany('all')],
  ['dead code', 'knip', '--no-progress'],
  ['schema.sql', 'node', 'scripts/db-schema.ts', '--check'],
  ['statements', 'node', 'scripts/check-statements.ts'],
  ['format and lint', 'biome', 'check', '--error-on-warnings', '--colors=off'],
  ['migrations', 'node', 'scripts/check-migrations.ts'],
  ['import law', 'node', 'scripts/check-imports.ts'],
  ['table owners', 'node', 'scripts/check-tables.ts'],
  ['docs', 'node', 'scripts/check-docs.ts'],
  ['words', 'node', 'scripts/check-words.ts'],
  ['large files', 'node', 'scripts/check-large-files.ts'],
  ['swallowed errors', 'node', 'scripts/check-swallowed.ts'],
  ['effects', 'node', 'scripts/check-effects.ts'],
  ['settings', 'node', 'scripts/settings-table.ts', '--check'],
  ['texts', 'node', 'scripts/check-texts.ts'],
  ['late texts', 'node', 'scripts/check-late-texts.ts'],
  ['weight', 'node', 'scripts/check-weight.ts'],
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !CHECKS.some(([known]) => known === name));
if (unknown.length > 0) {
  console.error(`No check is called ${unknown.join(', ')}. The checks: ${CHECKS.map(([name]) => name).join(', ')}.`);
  process.exit(2);
}
const waiting = CHECKS.filter(
  ([name]) =>
    (name !== 'weight' || existsSync(join(ROOT, 'apps/web/index.html'))) &&
    (asked.length === 0 || asked.includes(name)),
);
const counts = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
const file = process.env.COUNTS_FILE;
if (file !== undefined) writeFileSync(file, JSON.stringify({ ...counts, failures }));
process.exitCode = counts.failed === 0 ? 0 : 1;

/**
 * Runs the compiler incrementally: it checks what has changed since its last run in this folder, and dependents. With a single checker,
 * since several would each resolve the same types, and other checks use the other cores.
 */
function asOneOfMany(name: string): string[] {
  const known = join(ROOT, `node_modules/.cache/types-${name}.tsbuildinfo`);
  return ['--checkers', '1', '--incremental', '--tsBuildInfoFile', known];
}

async function work(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const [name, program = '', ...args] = check;
    const began = Date.now();
    const { good, output } = await run(program, args);
    counts[good ? 'passed' : 'failed'] += 1;
    console.log(`${good ? '✓' : '✗'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    if (good) continue;
    const said = output.trimEnd().replaceAll(/^/gm, '    ');
    failures.push(`✗ ${name}\n${said}`);
    console.log(said);
  }
}

function run(program: string, args: readonly string[]): Promise<{ good: boolean; output: string }> {
  return new Promise((resolve) => {
    const path = `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH ?? ''}`;
    const child = spawn(program, args, {
      cwd: ROOT,
      // A higher GC threshold of the compiler saves a third of its work, without more memory than several checkers took.
      env: { GOGC: '400', ...process.env, PATH: path },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        output += String(data);
      });
    }
    child.on('error', (error) => resolve({ good: false, output: error.message }));
    child.on('close', (code) => resolve({ good: code === 0, output }));
  });
}
