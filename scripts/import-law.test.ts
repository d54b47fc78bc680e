import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { breach, findCycle, findFeatureCycle } from './import-law.ts';
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
    'a feature passes by the entry of another',
    `${feature}/gate/service.ts`,
    `import { find } from '../students/store.ts';`,
  ],
  [
    'a dynamic import passes by the entry',
    `${feature}/gate/service.ts`,
    `const s = await import('../students/store.ts');`,
  ],
  ['a re-export passes by the entry', `${feature}/gate/index.ts`, `export { find } from '../students/store.ts';`],
  ['the platform knows a feature', 'apps/server/src/platform/jobs/jobs.ts', `import '../../features/gate/index.ts';`],
  [
    'the types of a feature count too',
    'apps/server/src/platform/log.ts',
    `import type { A } from '../features/gate/index.ts';`,
  ],
  ['rules reach for the clock', `${feature}/gate/rules.ts`, `import { now } from '../../platform/process/clock.ts';`],
  ['rules reach for randomness', `${feature}/gate/rules.ts`, `import { randomInt } from 'node:crypto';`],
  [
    'another feature looks at fingers',
    `${feature}/gate/service.ts`,
    `import { score } from '@mfuko/fingerprint/matching/compare';`,
  ],
  [
    'a feature takes a step of a proof by itself',
    `${feature}/gate/service.ts`,
    `import { type Engine, spendPicture } from '../fingerprints/index.ts';`,
  ],
  [
    'a step of a proof goes by another name',
    `${feature}/wallet/service.ts`,
    `import { provePin as ask } from '../students/index.ts';`,
  ],
  [
    'a step of a proof comes with everything else',
    `${feature}/gate/service.ts`,
    `import * as students from '../students/index.ts';`,
  ],
  [
    'a step of a proof comes while running',
    `${feature}/bus/service.ts`,
    `const { checkDevice } = await import('../devices/index.ts');`,
  ],
  [
    'a step of a proof is handed on',
    `${feature}/identity/index.ts`,
    `export { spendPicture } from '../fingerprints/index.ts';`,
  ],
  [
    'everything is handed on, and the steps of a proof with it',
    `${feature}/gate/index.ts`,
    `export * from '../fingerprints/index.ts';`,
  ],
  [
    'the composition root takes a step of a proof',
    'apps/server/src/app.ts',
    `import { proveFinger } from './features/fingerprints/index.ts';`,
  ],
  [
    'a student is held who was not proven',
    `${feature}/items/sell.ts`,
    `import { lockActiveStudent } from '../students/index.ts';`,
  ],
  ['the program uses what is made for tests', `${feature}/gate/service.ts`, `import { kit } from './gate.testkit.ts';`],
  ['the console uses the server', 'apps/web/src/app/router.tsx', `import { x } from '../../../server/src/app.ts';`],
  [
    'the console’s frame passes by the entry of a feature',
    'apps/web/src/app/Screen.tsx',
    `import { x } from '../features/gate/queries.ts';`,
  ],
  [
    'the ledger asks the wallet, if only for a type',
    `${feature}/ledger/move.ts`,
    `import type { X } from '../wallet/index.ts';`,
  ],
  [
    'the server loads a simulator',
    'apps/server/src/gateways/payments/index.ts',
    `export { startSimulator } from '../../../../simulators/src/mpesa/index.ts';`,
  ],
  [
    'the server loads a simulator when it runs',
    'apps/server/src/bootstrap.ts',
    `const s = await import('../../simulators/src/sms/index.ts');`,
  ],
  ['the server loads a simulator by its name', 'apps/server/src/bootstrap.ts', `import '@mfuko/simulators/main';`],
  [
    'a simulator uses the client that it is there to test',
    'apps/simulators/src/mpesa/c2b.ts',
    `import { phoneHash } from '../../../server/src/gateways/payments/index.ts';`,
  ],
  [
    'a test passes by the entries of another app',
    'apps/server/tests/payments.testkit.ts',
    `import { openSimulation } from '../../simulators/src/mpesa/simulator.ts';`,
  ],
  ['one island imports another', 'apps/web/src/features/gate/Page.tsx', `import { x } from '../students/index.ts';`],
  [
    'a screen has a name of its own',
    'apps/web/src/features/refund/Page.tsx',
    `import { x } from '../../ui/Money.tsx';`,
  ],
  ['the drawing kit knows a feature', 'apps/web/src/ui/List.tsx', `import { x } from '../features/gate/index.ts';`],
  ['the drawing kit knows students', 'apps/web/src/ui/Pick.tsx', `import { x } from '@mfuko/contract/students';`],
  [
    'the calls know the gate, if only its types',
    'apps/web/src/lib/a.ts',
    `import type { X } from '@mfuko/contract/gate';`,
  ],
  [
    'the drawing kit builds on the school',
    'apps/web/src/ui/List.tsx',
    `import { x } from '../school/StudentCard.tsx';`,
  ],
  ['the school builds on a feature', 'apps/web/src/school/Card.tsx', `import { x } from '../features/gate/sounds.ts';`],
  ['the school builds on the frame', 'apps/web/src/school/Card.tsx', `import { x } from '../app/places.ts';`],
  ['a feature builds on the frame', 'apps/web/src/features/gate/Page.tsx', `import { x } from '../../app/places.ts';`],
  ['the contract grows a dependency', 'packages/contract/src/gate.ts', `import { z } from 'fastify';`],
  [
    'the engine learns about schools',
    'packages/fingerprint/src/matching/compare.ts',
    `import { x } from '@mfuko/contract/students';`,
  ],
])('the import law rejects: %s', (_what, file, line) => {
  expect(plant(file, line)).toEqual([expect.any(String)]);
});

test.each([
  [`${feature}/identity/record.ts`, `import { type Engine, spendPicture } from '../fingerprints/index.ts';`],
  [`${feature}/payments/book.ts`, `import { lockActiveStudent } from '../students/index.ts';`],
  [`${feature}/gate/service.ts`, `import type * as students from '../students/index.ts';`],
  [`${feature}/gate/service.ts`, `import { find } from '../students/index.ts'; import { x } from './store.ts';`],
  [
    `${feature}/gate/rules.ts`,
    `import type { Tx } from '../../platform/database.ts'; import { x } from './errors.ts';`,
  ],
  ['apps/server/src/app.ts', `import { routes } from './features/gate/routes.ts';`],
  [
    'apps/web/src/app/Screen.tsx',
    `import { Panel } from '../features/gate/Panel.tsx'; import '../features/gate/gate.css';`,
  ],
  ['apps/web/src/app/router.tsx', `import { x } from '../features/gate/index.ts'; import React from 'react';`],
  [
    'apps/simulators/src/mpesa/c2b.test.ts',
    `import { phoneHash } from '../../../server/src/gateways/payments/index.ts';`,
  ],
  ['apps/server/tests/payments.testkit.ts', `import { x } from '../../simulators/src/mpesa/index.ts';`],
  ['apps/server/tests/calls.test.ts', `import { M } from '../../simulators/src/mpesa/merchant.testkit.ts';`],
  ['apps/server/tests/starting.test.ts', `import { x } from '../src/platform/embedded-postgres/postmaster.ts';`],
  ['apps/simulators/src/sms/messaging.ts', `import { smsLength } from '@mfuko/contract/sms';`],
  ['apps/scanner/src/tray.ts', `import { x } from '@mfuko/fingerprint/synthetic/finger';`],
  ['apps/web/src/features/gate/Page.tsx', `import { x } from '../../school/StudentCard.tsx';`],
  [
    'apps/web/src/school/Card.tsx',
    `import { a } from '../ui/Money.tsx'; import { b } from '../lib/queries.ts'; import { c } from '@mfuko/contract/students';`,
  ],
  ['apps/web/src/ui/Pick.tsx', `import type { Endpoint } from '@mfuko/contract/endpoint';`],
])('the import law accepts: %s', (file, line) => {
  expect(plant(file, line).filter(Boolean)).toEqual([]);
});

test('findCycle finds a cycle of files, unless only types close it', () => {
  const one = { from: 'a.ts', to: 'b.ts', typesOnly: false };
  const other = { from: 'b.ts', to: 'c.ts', typesOnly: false };
  const closing = { from: 'c.ts', to: 'b.ts', typesOnly: false };
  expect(findCycle([one, other, closing])).toEqual(['b.ts', 'c.ts', 'b.ts']);
  expect(findCycle([one, other, { ...closing, typesOnly: true }])).toBeUndefined();
});

test('findFeatureCycle finds a cycle of features over different files and by types', () => {
  const gateway = 'apps/server/src/gateways';
  const one = { from: `${gateway}/sms/send.ts`, to: `${gateway}/maps/port.ts`, typesOnly: true };
  const other = { from: `${gateway}/maps/way.ts`, to: `${gateway}/sms/port.ts`, typesOnly: true };
  expect(findCycle([one, other])).toBeUndefined();
  expect(findFeatureCycle([one, other])).toEqual([`${gateway}/sms`, `${gateway}/maps`, `${gateway}/sms`]);
  expect(findFeatureCycle([one, { ...other, from: `${gateway}/maps/way.test.ts` }])).toBeUndefined();
  expect(findFeatureCycle([one, { ...other, to: `${gateway}/time/port.ts` }])).toBeUndefined();
});
