/** The server's features in their order: each may use those before it. The list is the table of contents. */
export const FEATURES = [
  'messages',
  'session',
  'schools',
  'staff',
  'students',
  'devices',
  'notices',
  'clock',
  'fingerprints',
  'wallet',
  'tills',
  'limits',
  'suspense',
  'payments',
  'statements',
  'refunds',
  'books',
  'imports',
  'canteen',
  'items',
  'gate',
  'bus',
  'search',
  'reports',
];

export interface Import {
  /** The file that imports, from the root of the repository. */
  readonly from: string;
  /** The file imported, the name of a package, or `node:…`. */
  readonly to: string;
  /** Only its types: nothing of it is there when the program runs. */
  readonly typesOnly: boolean;
}

/** Says why an import breaks the law of docs/architecture.md, or undefined where it does not. */
export function breach(one: Import): string | undefined {
  const { from, to } = one;
  if (isTest(from)) return undefined;
  if (isTest(to)) return 'only tests import tests and what is made for them';
  const workspace = workspaceOf(from);
  const other = workspaceOf(to);
  if (workspace === 'packages/contract') return contractBreach(to, other);
  if (workspace === 'packages/fingerprint') {
    if (other === workspace || to.startsWith('node:')) return undefined;
    return 'the fingerprint engine imports nothing but itself';
  }
  if (other?.startsWith('apps/') && other !== workspace && workspace !== 'scripts') return 'no app imports another app';
  if (workspace === 'apps/server') return serverBreach(one);
  if (workspace === 'apps/web') return webBreach(from, to);
  if (workspace === 'apps/scanner' && other === 'packages/contract') return 'the scanner knows no school';
  return undefined;
}

/** Finds files that need each other to load, in the order they do; types do not count. */
export function findCycle(imports: readonly Import[]): string[] | undefined {
  const needs = Map.groupBy(
    imports.filter((one) => !one.typesOnly),
    (one) => one.from,
  );
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    done.add(file);
    for (const { to } of needs.get(file) ?? []) {
      const cycle = visit(to, [...path, file]);
      if (cycle) return cycle;
    }
    return undefined;
  };
  for (const file of needs.keys()) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return undefined;
}

function contractBreach(to: string, other: string | undefined): string | undefined {
  if (other === 'packages/contract' || to === 'zod' || to.startsWith('@noble/ciphers')) return undefined;
  return 'the contract imports zod only';
}

function serverBreach({ from, to, typesOnly }: Import): string | undefined {
  if (/\/rules\.ts$/.test(from) && !typesOnly && !/\/(rules|errors)\.ts$|^packages\//.test(to)) {
    return 'rules.ts is pure: it may use the packages, rules and errors, and the types of others';
  }
  const feature = featureOf(from);
  const entered = featureOf(to);
  if (to.startsWith('packages/fingerprint/') && feature !== undefined && feature !== 'fingerprints') {
    return 'fingers are the business of features/fingerprints';
  }
  if (serverRank(to) > serverRank(from)) return 'contract ← config ← platform ← gateways ← features ← app.ts ← main.ts';
  if (entered === undefined || entered === feature) return undefined;
  if (feature !== undefined) {
    if (!FEATURES.includes(feature))
      return `${feature} has no place in the order of the features (scripts/import-law.ts)`;
    if (FEATURES.indexOf(entered) >= FEATURES.indexOf(feature)) return `${feature} comes before ${entered}`;
  }
  const door = to.split('/').at(-1) ?? '';
  const composes = feature === undefined && ['routes.ts', 'jobs.ts'].includes(door);
  return door === 'index.ts' || composes ? undefined : 'a feature is entered by its index.ts';
}

/** How far up a file of the server stands; it may import from its own height and below. */
function serverRank(path: string): number {
  const place = path.startsWith('apps/server/src/') ? path.slice('apps/server/src/'.length) : '';
  if (place === '' || place === 'config.ts') return 0;
  if (place.startsWith('platform/')) return 1;
  if (place.startsWith('gateways/')) return 2;
  if (place.startsWith('features/')) return 3;
  if (place === 'app.ts') return 4;
  return 5;
}

function webBreach(from: string, to: string): string | undefined {
  if (!to.startsWith('apps/web/'))
    return to.startsWith('packages/fingerprint/') ? 'the console never sees a finger' : undefined;
  if (webRank(to) > webRank(from)) return 'contract ← lib, ui ← features ← app ← main.tsx, gate.tsx';
  const feature = islandOf(from);
  const entered = islandOf(to);
  if (entered === undefined || feature === entered) return undefined;
  return feature === undefined ? undefined : 'features of the console never import each other: app/ composes';
}

function webRank(path: string): number {
  if (!path.startsWith('apps/web/src/')) return 0;
  const place = path.slice('apps/web/src/'.length);
  if (/^(lib|ui|locales)\//.test(place)) return 1;
  if (place.startsWith('features/')) return 2;
  return place.startsWith('app/') ? 3 : 4;
}

function workspaceOf(path: string): string | undefined {
  return /^(?:packages|apps)\/[^/]+(?=\/)|^scripts(?=\/)/.exec(path)?.[0];
}

function featureOf(path: string): string | undefined {
  return /^apps\/server\/src\/features\/([^/]+)\//.exec(path)?.[1];
}

function islandOf(path: string): string | undefined {
  return /^apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1];
}

function isTest(path: string): boolean {
  return /\.(test|spec|testkit)\.tsx?$|^apps\/server\/tests\/|^e2e\//.test(path);
}
