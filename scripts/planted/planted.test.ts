import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { copyRepository } from './copy.ts';
import { plant } from './plant.ts';
import { VIOLATIONS } from './violations.ts';

const copy = copyRepository();
afterAll(() => rmSync(copy, { recursive: true }));

test.each(VIOLATIONS)(
  'npm run check fails for $name and reports the place',
  (violation) => {
    const { good, output } = plant(copy, violation);
    expect(output).toMatch(violation.says);
    expect(output).toContain(`✗ ${violation.check}`);
    expect(good).toBe(false);
  },
  300_000,
);
