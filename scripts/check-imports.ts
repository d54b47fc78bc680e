// `npm run check:imports`: checks imports against the import law.
import { breach, findCycle, findFeatureCycle } from './import-law.ts';
import { readImports } from './read-imports.ts';
import { listSources, ROOT } from './sources.ts';

const files = listSources('.ts', '.tsx').filter((file) => /^(apps|packages)\/[^/]+\/(src|tests)\//.test(file));
const imports = files.flatMap((file) => readImports(ROOT, file));
const breaches = imports.flatMap((one) => {
  const why = breach(one);
  return why === undefined ? [] : [`${one.from} → ${one.to}: ${why}`];
});
const cycle = findCycle(imports);
if (cycle) breaches.push(`${cycle.join(' → ')}: a circle`);
const among = findFeatureCycle(imports);
if (among) breaches.push(`${among.join(' → ')}: a circle of features, if only of their types`);
for (const line of breaches) console.error(line);
if (breaches.length > 0) process.exitCode = 1;
