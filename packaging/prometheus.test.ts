import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, 'prometheus');
const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
const PROMTOOL = '/usr/bin/promtool';

const rules = read('prometheus/mfuko.rules.yml');
const tests = read('prometheus/mfuko.rules.test.yml');
const namesIn = (text: string) => new Set(text.match(/\bmfuko_\w+/g));
const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);

describe('the Prometheus alert rules', () => {
  it('use only metrics that docs/operations.md documents', () => {
    const told = namesIn(read('../docs/operations.md'));
    expect([...namesIn(rules)].filter((name) => !told.has(name))).toEqual([]);
  });

  it('each have one test in which they fire and one in which they do not', () => {
    const firing = [...tests.matchAll(/alertname: (\w+)\n +exp_alerts:\n/g)].map(([, name]) => name);
    const silent = [...tests.matchAll(/alertname: (\w+), exp_alerts: \[\]/g)].map(([, name]) => name);
    expect(alerts.filter((name) => !(firing.includes(name) && silent.includes(name)))).toEqual([]);
  });

  it.skipIf(!existsSync(PROMTOOL))("pass promtool's checks and tests", { timeout: 300_000 }, () => {
    for (const args of [
      ['check', 'rules', 'mfuko.rules.yml'],
      ['check', 'config', '--syntax-only', 'prometheus.yml'],
      ['test', 'rules', 'mfuko.rules.test.yml'],
    ]) {
      const { stdout, stderr, status } = spawnSync(PROMTOOL, args, { cwd: FOLDER, encoding: 'utf8' });
      expect([args, status, status === 0 ? '' : stdout + stderr]).toEqual([args, 0, '']);
    }
  });
});
