import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { readMoveTarget } from './move-target.ts';

const KEPT = 'postgres://mfuko_owner:the-password@db.example.org/mfuko?sslmode=verify-full';

it('readMoveTarget accepts the embedded database, MOVE_DATABASE_URL and an address without a password', () => {
  expect(readMoveTarget('embedded', KEPT)).toBe(undefined);
  expect(readMoveTarget('outside', readConfig({ MOVE_DATABASE_URL: KEPT }).moveTo)).toBe(KEPT);
  const address = 'postgres://mfuko_owner@db.example.org/mfuko?sslmode=verify-full';
  expect(readMoveTarget(address, null)).toBe(address);
  expect(readMoveTarget(undefined, KEPT)).toBe(null);
  expect(readMoveTarget('db.example.org', KEPT)).toBe(null);
});

it('readMoveTarget throws for an outside target when MOVE_DATABASE_URL is not set', () => {
  expect(() => readMoveTarget('outside', readConfig({}).moveTo)).toThrow('MOVE_DATABASE_URL is not set');
});

it.each([
  KEPT,
  'postgresql://mfuko_owner:x@db.example.org/mfuko',
  'postgres://db.example.org/mfuko?user=mfuko_owner&password=x',
  'postgres://mfuko_owner:pa%ss word@:db/mfuko',
])('readMoveTarget rejects a password on the command line: %s', (address) => {
  expect(() => readMoveTarget(address, null)).toThrow('MOVE_DATABASE_URL');
});

it('move.ts exits with code 2 for a password on the command line and does not print it', async () => {
  const program = fileURLToPath(new URL('../move.ts', import.meta.url));
  const run = promisify(execFile)(process.execPath, [program, '--to', KEPT], { env: {} });
  const failure: { code?: number; stderr?: string; stdout?: string } = await run.then(
    () => ({}),
    (error: object) => error,
  );
  expect(failure.code).toBe(2);
  expect(failure.stderr).toContain('npm run move -- --to outside');
  expect(`${failure.stderr}${failure.stdout}`).not.toContain('the-password');
});
