// `npm run check:sizes`: each file of more than 150 lines has its reason in docs/large-files.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findUnexplained, readReasons } from './large-files.ts';
import { listSources, ROOT } from './sources.ts';

/** Generated data, which nobody reads or splits. */
const DATA = /^apps\/server\/(tests\/releases\/|migrations\/schema\.sql$)/;

const sources = listSources('.ts', '.tsx', '.mjs', '.js', '.css', '.sql')
  .filter((file) => !DATA.test(file))
  .map((file) => ({ file, lines: readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1 }));
const problems = findUnexplained(sources, readReasons(readFileSync(join(ROOT, 'docs/large-files.md'), 'utf8')));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
