/** Features of the server in order: each may use those before it. The list doubles as the table of contents. */
export const FEATURES = [
  'messages',
  'alarms',
  'session',
  'programs',
  'schools',
  'visits',
  'staff',
  'students',
  'devices',
  'notices',
  'clock',
  'guardian-codes',
  'fingerprints',
  'identity',
  'ledger',
  'wallet',
  'tills',
  'limits',
  'suspense',
  'payments',
  'statements',
  'refunds',
  'reminders',
  'diagnosis',
  'books',
  'imports',
  'canteen',
  'items',
  'collectors',
  'exeats',
  'gate',
  'bus',
  'attendance',
  'erasure',
  'search',
  'reports',
];

export interface Import {
  /** The file that imports, from the root of the repository. */
  readonly from: string;
  /** The file imported, the name of a package, or `node:…`. */
  readonly to: string;
  /** Names of the imported values, `*` for all; types do not count. */
  readonly names: readonly string[];
  /** True if only types are imported, which do not exist at run time. */
  readonly typesOnly: boolean;
}

type Edge = Pick<Import, 'from' | 'to' | 'typesOnly'>;

/** Steps of a proof by finger or PIN, and the features that may call them directly: a caller that combines steps itself could omit one. */
const STEPS_OF_PROOF: Readonly<Record<string, readonly string[]>> = {
  checkDevice: ['fingerprints', 'identity'],
  chargeFingerTry: ['fingerprints'],
  judgeFingerTry: ['fingerprints'],
  dropTry: ['fingerprints'],
  proveFinger: ['identity'],
  judgeSpent: ['identity'],
  judgeUnspent: ['identity'],
  provePin: ['identity'],
  spendPicture: ['identity'],
  // Money from a guardian is credited to a student who does not have to be present.
  lockActiveStudent: ['identity', 'payments', 'suspense'],
};

/** Features whose index.ts exports such steps. */
const HAVE_STEPS = ['students', 'devices', 'fingerprints'];

/** Returns the reason why an import breaks the law of docs/architecture.md; undefined if it does not. */
export function breach(one: Import): string | undefined {
  const { from, to } = one;
  if (isTest(from)) return testBreach(from, to);
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

/** Finds files that depend on each other in a cycle at load time; types do not count. */
export function findCycle(imports: readonly Edge[]): string[] | undefined {
  const needs = Map.groupBy(
    imports.filter((one) => !one.typesOnly),
    (one) => one.from,
  );
  const done = new Set<string>();
  const journey = (file: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    done.add(file);
    for (const { to } of needs.get(file) ?? []) {
      const cycle = journey(to, [...path, file]);
      if (cycle) return cycle;
    }
    return undefined;
  };
  for (const file of needs.keys()) {
    const cycle = journey(file, []);
    if (cycle) return cycle;
  }
  return undefined;
}

/** Finds features or gateways that depend on each other, including types: even if no files form a cycle. */
export function findFeatureCycle(imports: readonly Edge[]): string[] | undefined {
  const between = imports.flatMap(({ from, to }) => {
    const [one, other] = [unitOf(from), unitOf(to)];
    return one === undefined || other === undefined || one === other || isTest(from)
      ? []
      : [{ from: one, to: other, typesOnly: false }];
  });
  return findCycle(between);
}

/**
 * A test may run another app beside its own, for example the server's tests the simulators, and the simulators' tests the server's
 * clients.
 */
function testBreach(from: string, to: string): string | undefined {
  const other = workspaceOf(to);
  const isForeign = other !== workspaceOf(from) && from.startsWith('apps/') && to.startsWith('apps/');
  if (!isForeign || isTest(to) || to.endsWith('/index.ts')) return undefined;
  return 'a test enters another app by an index.ts, or by what is made for tests';
}

function contractBreach(to: string, other: string | undefined): string | undefined {
  if (other === 'packages/contract' || to === 'zod' || to.startsWith('@noble/ciphers')) return undefined;
  return 'the contract imports zod only';
}

function serverBreach({ from, to, names, typesOnly }: Import): string | undefined {
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
  const step = stepTaken(from, feature, entered, names);
  if (step !== undefined) return step;
  const entry = to.split('/').at(-1) ?? '';
  const composes = feature === undefined && ['routes.ts', 'jobs.ts'].includes(entry);
  return entry === 'index.ts' || composes ? undefined : 'a feature is entered by its index.ts';
}

/** Returns the reason if a feature imports a step of a proof that it may not use, or might import one by `*`; otherwise undefined. */
function stepTaken(
  from: string,
  feature: string | undefined,
  entered: string,
  names: readonly string[],
): string | undefined {
  if (!HAVE_STEPS.includes(entered)) return undefined;
  if (names.includes('*')) return `features/${entered} has steps of a proof: name what is taken of it`;
  const step = names.find((name) => STEPS_OF_PROOF[name] !== undefined);
  if (step === undefined) return undefined;
  const takes = feature !== undefined && STEPS_OF_PROOF[step]?.includes(feature);
  return takes && !from.endsWith('/index.ts') ? undefined : `${step} is a step of a proof: ask features/identity`;
}

/** Rank of a server file; it may import from its own rank and below. */
function serverRank(path: string): number {
  const place = path.startsWith('apps/server/src/') ? path.slice('apps/server/src/'.length) : '';
  if (place === '' || place === 'config.ts' || place === 'settings.ts' || place === 'production.ts') return 0;
  if (place.startsWith('platform/')) return 1;
  if (place.startsWith('gateways/')) return 2;
  if (place.startsWith('features/')) return 3;
  if (place === 'app.ts') return 4;
  return 5;
}

function webBreach(from: string, to: string): string | undefined {
  if (to.startsWith('packages/fingerprint/')) return 'the console never sees a finger';
  if (to.startsWith('packages/contract/')) return knowsNoSchool(from) ? schoolBreach(to) : undefined;
  if (!to.startsWith('apps/web/')) return undefined;
  if (webRank(to) > webRank(from)) return 'contract ← lib, ui ← school ← features ← app ← main.tsx, gate.tsx';
  const feature = islandOf(from);
  if (feature !== undefined && !FEATURES.includes(feature) && !SCREENS_ALONE.includes(feature))
    return `apps/web/src/features/${feature} has the name of no feature of the server`;
  const entered = islandOf(to);
  if (entered === undefined || feature === entered) return undefined;
  if (feature !== undefined) return 'features of the console never import each other: app/ composes';
  return ENTRY_OF_ISLAND.test(to) ? undefined : 'a feature of the console is entered by its index.ts or by a component';
}

/** Console features without a counterpart on the server: the description of the API. */
const SCREENS_ALONE = ['docs'];

/** Components are entries too, so that a screen that shows one component of a feature loads no other. */
const ENTRY_OF_ISLAND = /\/(index\.ts|[A-Z]\w+\.tsx|\w+\.css)$/;

/** Rank of a console file; it may import from its own rank and below. */
function webRank(path: string): number {
  if (!path.startsWith('apps/web/src/')) return 0;
  const place = path.slice('apps/web/src/'.length);
  if (/^(lib|ui|locales)\//.test(place)) return 1;
  if (place.startsWith('school/')) return 2;
  if (place.startsWith('features/')) return 3;
  return place.startsWith('app/') ? 4 : 5;
}

function knowsNoSchool(path: string): boolean {
  return /^apps\/web\/src\/(lib|ui)\//.test(path);
}

/** Domain-independent parts of the contract: calls, lists, refusals and sign-in on the wire. */
const SCHOOLLESS = [
  'device-continuity',
  'device-state',
  'endpoint',
  'field-errors',
  'ids',
  'lists',
  'money',
  'phone',
  'problem',
  'seal',
  'session',
  'typed-amount',
];

function schoolBreach(to: string): string | undefined {
  const part = /^packages\/contract\/src\/(.+)\.ts$/.exec(to)?.[1] ?? '';
  return SCHOOLLESS.includes(part) ? undefined : 'ui and lib know no school: what does stands in apps/web/src/school';
}

function workspaceOf(path: string): string | undefined {
  return /^(?:packages|apps)\/[^/]+(?=\/)|^scripts(?=\/)/.exec(path)?.[0];
}

/** Returns the unit of a path, which has an entry: a feature or a gateway. */
function unitOf(path: string): string | undefined {
  return /^apps\/(?:server|web)\/src\/(?:features|gateways)\/[^/]+(?=\/)/.exec(path)?.[0];
}

function featureOf(path: string): string | undefined {
  return /^apps\/server\/src\/features\/([^/]+)\//.exec(path)?.[1];
}

function islandOf(path: string): string | undefined {
  return /^apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1];
}

export function isTest(path: string): boolean {
  return /\.(test|spec|testkit)\.tsx?$|^apps\/server\/tests\/|^e2e\//.test(path);
}
