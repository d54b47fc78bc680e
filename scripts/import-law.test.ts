import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { breach, findCycle } from './import-law.ts';
import { readImports } from './read-imports.ts';

const root = mkdtempSync(join(tmpdir(), 'mfuko-law-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Writes one file that imports and returns what the law says of it. */
function plant(file: string, line: string): (string | undefined)[] {
  mkdirSync(join(root, dirname(file)), { recursive: true });
  mkdirSync(join(root, 'packages/contract'), { recursive: true });
  mkdirSync(join(root, 'packages/fingerprint'), { recursive: true });
  writeFileSync(join(root, file), `${line}\n`);
  return readImports(root, file).map(breach);
}

const feature = 'apps/server/src/features';

test.each([
  ['a feature uses a later one', `${feature}/students/service.ts`, `import { charge } from '../wallet/index.ts';`],
  [
    'a feature passes by the door of another',
    `${feature}/gate/service.ts`,
    `import { find } from '../students/store.ts';`,
  ],
  [
    'a dynamic import passes by the door',
    `${feature}/gate/service.ts`,
    `const s = await import('../students/store.ts');`,
  ],
  ['a re-export passes by the door', `${feature}/gate/index.ts`, `export { find } from '../students/store.ts';`],
  ['the platform knows a feature', 'apps/server/src/platform/jobs.ts', `import '../features/gate/index.ts';`],
  [
    'the types of a feature count too',
    'apps/server/src/platform/log.ts',
    `import type { A } from '../features/gate/index.ts';`,
  ],
  ['rules reach for the clock', `${feature}/gate/rules.ts`, `import { now } from '../../platform/clock.ts';`],
  ['rules reach for randomness', `${feature}/gate/rules.ts`, `import { randomInt } from 'node:crypto';`],
  [
    'another feature looks at fingers',
    `${feature}/gate/service.ts`,
    `import { score } from '@mfuko/fingerprint/compare';`,
  ],
  ['the program uses what is made for tests', `${feature}/gate/service.ts`, `import { kit } from './gate.testkit.ts';`],
  ['the console uses the server', 'apps/web/src/app/router.tsx', `import { x } from '../../../server/src/app.ts';`],
  ['one island imports another', 'apps/web/src/features/gate/Page.tsx', `import { x } from '../students/index.ts';`],
  ['the drawing kit knows a feature', 'apps/web/src/ui/List.tsx', `import { x } from '../features/gate/index.ts';`],
  ['the contract grows a dependency', 'packages/contract/src/gate.ts', `import { z } from 'fastify';`],
  [
    'the engine learns about schools',
    'packages/fingerprint/src/compare.ts',
    `import { x } from '@mfuko/contract/students';`,
  ],
])('caught: %s', (_what, file, line) => {
  expect(plant(file, line)).toEqual([expect.any(String)]);
});

test.each([
  [`${feature}/gate/service.ts`, `import { find } from '../students/index.ts'; import { x } from './store.ts';`],
  [
    `${feature}/gate/rules.ts`,
    `import type { Tx } from '../../platform/database.ts'; import { x } from './errors.ts';`,
  ],
  ['apps/server/src/app.ts', `import { routes } from './features/gate/routes.ts';`],
  ['apps/web/src/app/router.tsx', `import { x } from '../features/gate/index.ts'; import React from 'react';`],
  ['apps/scanner/src/tray.ts', `import { x } from '@mfuko/fingerprint/synthetic';`],
])('allowed: %s', (file, line) => {
  expect(plant(file, line).filter(Boolean)).toEqual([]);
});

test('a circle of files is found; one that only types close is none', () => {
  const one = { from: 'a.ts', to: 'b.ts', typesOnly: false };
  const other = { from: 'b.ts', to: 'c.ts', typesOnly: false };
  const closing = { from: 'c.ts', to: 'b.ts', typesOnly: false };
  expect(findCycle([one, other, closing])).toEqual(['b.ts', 'c.ts', 'b.ts']);
  expect(findCycle([one, other, { ...closing, typesOnly: true }])).toBeUndefined();
});
