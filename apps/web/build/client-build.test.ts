import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { clientBuild } from './client-build.ts';

it('clientBuild returns the commit, and unversioned outside a repository', () => {
  expect(clientBuild(import.meta.dirname)).toMatch(/^([\da-f]{7,}|unversioned)$/);
  expect(clientBuild(tmpdir())).toBe('unversioned');
});
