import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './sources.ts';

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  /** Its makers gave it up, as the registry said when it was locked. */
  readonly deprecated?: string;
}
type Names = Readonly<Record<string, string>>;
interface Manifest {
  readonly dependencies?: Names;
  readonly devDependencies?: Names;
  readonly optionalDependencies?: Names;
}

const read = <T>(file: string): T => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as T;
const { packages } = read<{ packages: Readonly<Record<string, Locked>> }>('package-lock.json');
const outside = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
const workspaces = Object.keys(packages).filter((path) => !path.includes('node_modules/'));

it('the lockfile pins each package by version and sha512 hash, with no foreign address', () => {
  expect(outside.length).toBeGreaterThan(100);
  const loose = outside.filter(
    ([, { version, integrity, resolved }]) =>
      !/^\d+\.\d+\.\d+/.test(version ?? '') ||
      !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') ||
      !(resolved ?? 'https://registry.npmjs.org/').startsWith('https://registry.npmjs.org/'),
  );
  expect(loose.map(([path]) => path)).toEqual([]);
});

it('the lockfile contains no deprecated package', () => {
  const left = outside.filter(([, { deprecated }]) => deprecated !== undefined);
  expect(left.map(([path, { deprecated }]) => `${path}: ${deprecated}`)).toEqual([]);
});

it('our package.json files name exact versions, no range, branch or file', () => {
  const asked = workspaces.flatMap((workspace) => {
    const manifest = read<Manifest>(join(workspace, 'package.json'));
    const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    return Object.entries(all).map(([name, version]) => ({ workspace, name, version }));
  });
  expect(asked.length).toBeGreaterThan(20);
  const ours = new Set(
    workspaces.filter((path) => path !== '').map((path) => read<{ name: string }>(join(path, 'package.json')).name),
  );
  expect(asked.filter(({ name, version }) => !ours.has(name) && !/^\d+\.\d+\.\d+[\w.-]*$/.test(version))).toEqual([]);
});

it('setup installs packages with --ignore-scripts', () => {
  const flags = /const flags = \[([^\]]*)\]/.exec(readFileSync(join(ROOT, 'scripts/setup.mjs'), 'utf8'))?.[1] ?? '';
  expect(flags).toContain("'--ignore-scripts'");
});
