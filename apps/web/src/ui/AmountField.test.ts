import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');

test('amounts have no other input than AmountField, except the fee percentage in RulesForm', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx$/.test(name),
  );
  const others = files.filter((name) =>
    /inputMode="decimal"|NumberInput/.test(readFileSync(join(source, name), 'utf8')),
  );
  // The percentage of a fee.
  expect(others).toEqual([join('features', 'schools', 'RulesForm.tsx')]);
});
