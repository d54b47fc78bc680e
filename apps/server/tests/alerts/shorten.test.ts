import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { causes } from './causes.ts';
import { alertsIn, shorten } from './shorten.ts';

const rules = readFileSync(join(import.meta.dirname, '../../../../packaging/prometheus/mfuko.rules.yml'), 'utf8');

it('shorten reduces only the waits and ranges of the alert rules', () => {
  const words = '      expr: increase(a[1h]) > 3 * 86400\n        for: 6h\n        for: 2m\n';
  expect(shorten(words)).toBe('      expr: increase(a[60s]) > 3 * 86400\n        for: 10s\n        for: 2s\n');
  const blank = (text: string) => text.replace(/^( +for: )\w+$/gm, '$1').replace(/\[\w+\]/g, '[]');
  expect(blank(shorten(rules))).toBe(blank(rules));
  expect(shorten(rules)).not.toBe(rules);
});

it('every alert rule has a cause in the trial, and every cause a rule', () => {
  const caused = new Set(causes.map(({ rule }) => rule));
  expect(alertsIn(rules).filter((name) => !caused.has(name))).toEqual([]);
  expect([...caused].filter((name) => !alertsIn(rules).includes(name))).toEqual([]);
});
