import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { missingPaths } from './doc-paths.ts';

const root = mkdtempSync(join(tmpdir(), 'doc-paths-'));
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, 'apps/server/src/features/gate'), { recursive: true });
writeFileSync(join(root, 'apps/server/src/features/gate/gate.test.ts'), '');
const known = {
  files: new Set(['gate.test.ts', '0001-platform.sql']),
  folders: new Set(['apps/server/src/features/gate']),
  calls: new Set(['features/getFeatures']),
};

it.each([
  ['a path', 'see `features/gate/gate.test.ts`', []],
  ['a path that is gone', 'see `features/gate/any-run.test.ts`', ['features/gate/any-run.test.ts']],
  ['a folder that is gone', 'see `apps/desk/src`', ['apps/desk/src']],
  ['a folder below a root', 'see `features/gate` and `src/features/gate/`', []],
  ['a folder below a root that is gone', 'see `features/desk`', ['features/desk']],
  ['the end of a folder, and one that is gone', '`gate/` and `desk/`', ['desk/']],
  ['a call that begins like a folder', '`features/getFeatures` and `check/outPin`', []],
  ['a package, and folders of the program', '`@noble/ciphers`, `./data`, `keys/`, `keys/master.key`', []],
  ['a bare name', 'see `gate.test.ts` and `0001-platform.sql`', []],
  ['a bare name that is gone', 'see `any-run.test.ts`', ['any-run.test.ts']],
  ['a migration that is gone', 'see `0025-tills.sql`', ['0025-tills.sql']],
  ['a file that the program makes', 'writes `bundle.json` and `data/sms.json`', []],
  ['a pattern of names', '`x.property.test.ts`, `*.test.ts`, `.testkit.ts`', []],
  ['a field, not a file', '`till.not-enough-cash`, `call.record`', []],
])('missingPaths judges %s', (_what, text, missing) => {
  expect(missingPaths(root, 'docs/features/gate.md', text, known)).toEqual(
    missing.map((each) => `there is no ${each}`),
  );
});
