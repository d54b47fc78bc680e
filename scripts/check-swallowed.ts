// `npm run check:swallowed`: checks that each swallowed error has a comment with the reason.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest } from './import-law.ts';
import { listSources, ROOT } from './sources.ts';
import { findSwallowed } from './swallowed.ts';

const files = listSources('.ts', '.tsx').filter(
  (file) => /^(apps\/(server|scanner|simulators|web)|packages\/[^/]+)\/src\//.test(file) && !isTest(file),
);
const problems = files.flatMap((file) =>
  findSwallowed(file, readFileSync(join(ROOT, file), 'utf8')).map(
    ({ line, text }) => `${file}:${line}: an error is swallowed without a reason: ${text}`,
  ),
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
