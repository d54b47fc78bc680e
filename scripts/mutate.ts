// `npm run mutate -- apps/server/src/features/wallet`: mutation testing: changes the code in small ways and counts the changes that no
// test detects.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mutate } from './mutate/mutate.ts';
import { describe } from './mutate/print.ts';
import { type Explanation, readJson, staleExplanations } from './mutate/report.ts';
import { ROOT } from './sources.ts';
import { prepareTestEnvironment } from './test-environment.ts';

// Called before the first database is created, which is in memory like those of the tests.
prepareTestEnvironment();

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string', multiple: true, default: [] },
    sample: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
    resume: { type: 'boolean', default: false },
    survivors: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
});
if (positionals.length === 0) {
  console.error(`npm run mutate -- FILE_OR_FOLDER… [--tests PART_OF_PATH]… [--sample 0.2] [--seed 1] [--workers 1] [--list]
  [--resume]     goes on with the run that the report is of
  [--survivors]  tries only what survived in that run
  [--report FILE.json]
Without --tests those beside the target run, the nearest to a mutant first, then those of whoever uses its file from elsewhere.`);
  process.exit(2);
}
const slug = positionals
  .map((one) => one.replaceAll(/^apps\/server\/src\/|\.\w+$/g, '').replaceAll(/\W+/g, '-'))
  .join('+');
const folder = mkdtempSync(join(tmpdir(), 'mfuko-mutate-'));
try {
  const report = await mutate({
    targets: positionals,
    tests: values.tests,
    sample: Number(values.sample),
    seed: values.seed,
    workers: Number(values.workers),
    again: values.survivors ? 'survivors' : values.resume ? 'rest' : 'all',
    listOnly: values.list,
    spareMs: 30_000,
    folder,
    reportFile: values.report ?? join(ROOT, 'coverage/mutate', `${slug.slice(0, 80)}.json`),
    log: console.error,
  });
  const explanations = readJson<Explanation[]>(join(ROOT, 'scripts/mutate/equivalent.json')) ?? [];
  if (report) console.log(describe(report, explanations));
  const sourceOf = (file: string) =>
    existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : undefined;
  for (const { file, text } of staleExplanations(explanations, sourceOf))
    console.log(`equivalent.json explains a line that is not there: ${file}: ${text}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
