// `npm run check:imports`: who may import whom.
import { breach, findCycle } from './import-law.ts';
import { readImports } from './read-imports.ts';
import { listSources, ROOT } from './sources.ts';

const files = listSources('.ts', '.tsx').filter((file) => /^(apps|packages)\/[^/]+\/src\//.test(file));
const imports = files.flatMap((file) => readImports(ROOT, file));
const breaches = imports.flatMap((one) => {
  const why = breach(one);
  return why === undefined ? [] : [`${one.from} → ${one.to}: ${why}`];
});
// The console's router and its pages name each other, as the router's own typing asks.
const cycle = findCycle(imports.filter((one) => !one.from.startsWith('apps/web/src/app/')));
if (cycle) breaches.push(`${cycle.join(' → ')}: a circle`);
for (const line of breaches) console.error(line);
if (breaches.length > 0) process.exitCode = 1;
