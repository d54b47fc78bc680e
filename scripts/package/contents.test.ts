import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listSources, ROOT } from '../sources.ts';
import { fillControl, isIdle, isPage, isProgram } from './contents.ts';

describe('the contents of the package', () => {
  it('include the server, its SQL and the command, and no test, simulator or sample', () => {
    const program = listSources('').filter(isProgram);
    for (const file of [
      'package.json',
      'apps/server/src/main.ts',
      'apps/server/src/admin-create.ts',
      'apps/server/migrations/0001-platform.sql',
      'packages/contract/src/endpoint.ts',
      'packages/fingerprint/package.json',
      'packaging/cli/main.ts',
      'scripts/serve.mjs',
      'scripts/supervise.mjs',
    ])
      expect(program).toContain(file);
    const foreign = /\.(test|testkit|spec)\.|^apps\/(simulators|scanner|web)\/|\/tests\/|^\.env|^e2e\/|schema\.sql$/;
    expect(program.filter((file) => foreign.test(file))).toEqual([]);
  });

  it('include every file that the program imports', () => {
    const program = new Set(listSources('').filter(isProgram));
    const lost = [...program]
      .filter((file) => /\.(ts|mjs)$/.test(file))
      .flatMap((file) =>
        [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^(?:import|export)\b[^;]*?from '(\.[^']+)'/gm)].map(
          ([, to]) => join(file, '..', to ?? ''),
        ),
      )
      .filter((file) => !program.has(file));
    expect(lost).toEqual([]);
  });

  it("include the operators' documentation, and no page beyond docs, changelog and security policy", () => {
    const pages = listSources('.md').filter(isPage);
    for (const page of ['CHANGELOG.md', 'docs/installation.md', 'docs/operations.md', 'docs/features/wallet.md'])
      expect(pages).toContain(page);
    expect(pages.filter((page) => !/^(CHANGELOG|SECURITY|docs\/)/.test(page))).toEqual([]);
  });

  it('exclude readmes, types, maps, tests and examples of packages, and keep licences', () => {
    for (const idle of [
      '/README.md',
      '/dist/index.d.ts',
      '/lib/a.js.map',
      '/test/a.js',
      '/examples/a.js',
      '/src/a.test.ts',
    ])
      expect(isIdle(idle)).toBe(true);
    for (const kept of [
      '/LICENSE.md',
      '/lib/test.js',
      '/dist/index.js',
      '/native/share/postgresql/timezonesets/Default',
      '/package.json',
    ])
      expect(isIdle(kept)).toBe(false);
  });

  it('fillControl fills in version, architecture and size', () => {
    const template = readFileSync(join(ROOT, 'packaging/debian/control'), 'utf8');
    const filled = fillControl(template, { version: '0.2.0', architecture: 'amd64', kilobytes: 250_000 });
    expect(filled).toContain('Package: mfuko\nVersion: 0.2.0\nArchitecture: amd64\n');
    expect(filled).toContain('Installed-Size: 250000\n');
    expect(filled).toContain('Recommends: caddy');
  });
});
