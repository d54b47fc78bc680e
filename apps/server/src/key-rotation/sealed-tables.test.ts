import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isTest } from '../../../../scripts/import-law.ts';
import { listSources, ROOT } from '../../../../scripts/sources.ts';
import { SEALED_TABLES } from './sealed-tables.ts';

const features = 'apps/server/src/features';
/** Files that seal under the master key, with the table that stores the sealed values. */
const SEALERS: Readonly<Record<string, string>> = {
  [`${features}/imports/left-out.ts`]: 'import_left_out',
  [`${features}/messages/store.ts`]: 'sms_messages',
  [`${features}/payments/token-store.ts`]: 'payment_tokens',
  [`${features}/session/second-factor.ts`]: 'second_factors',
  'apps/server/src/platform/crypto/keys.ts': 'school_keys',
  'apps/server/src/platform/http/idempotency.ts': 'idempotency_keys',
};
/** Files that reseal values of the files above, and the root of keyed hashes, which is resealed separately. */
const AGAIN = [
  `${features}/messages/redact.ts`,
  `${features}/messages/renew.ts`,
  `${features}/session/renew.ts`,
  'apps/server/src/key-rotation/reseal.ts',
  'apps/server/src/platform/crypto/digest-root.ts',
];

it('every table whose values are sealed under the master key is in SEALED_TABLES', () => {
  const callers = listSources('.ts')
    .filter((file) => file.startsWith('apps/server/src/') && !isTest(file))
    .filter((file) =>
      /\.seal\(|\bsealingOf\(|[{,]\s*seal\s*(,[^}\n]*)?\}(?! from)/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
  expect(callers.filter((file) => !AGAIN.includes(file)).sort()).toEqual(Object.keys(SEALERS).sort());
  expect(SEALED_TABLES.map(({ table }) => table).sort()).toEqual(Object.values(SEALERS).sort());
});
