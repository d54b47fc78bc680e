// `npm run check:effects`: checks that no effect and no ref callback returns the result of an element's method to React.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findEffectReturns } from './effect-returns.ts';
import { listSources, ROOT } from './sources.ts';

const files = listSources('.ts', '.tsx').filter((file) => /^(apps\/web|packages\/[^/]+)\/src\//.test(file));
const problems = files.flatMap((file) =>
  findEffectReturns(file, readFileSync(join(ROOT, file), 'utf8')).map(
    ({ line, text }) =>
      `${file}:${line}: React would call what this returns as the clean-up; put it in a block: ${text}`,
  ),
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
