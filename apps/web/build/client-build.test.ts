import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { clientBuild } from './client-build.ts';

it('names the commit, and where there is no git says so', () => {
  expect(clientBuild(import.meta.dirname)).toMatch(/^([\da-f]{7,}|unversioned)$/);
  expect(clientBuild(tmpdir())).toBe('unversioned');
});
