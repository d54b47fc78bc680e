/** The server's features in their order: each may use those before it. The list is the table of contents. */
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
  /** Values that it takes by name, and `*` for all that there are; types do not count. */
  readonly names: readonly string[];
  /** Only its types: nothing of it is there when the program runs. */
  readonly typesOnly: boolean;
}

type Edge = Pick<Import, 'from' | 'to' | 'typesOnly'>;

/** Steps of a proof by finger or PIN, and the features that may take them: whoever took one alone could leave out another. */
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
  // Money that a guardian sent is credited to a student whom nobody needs to see.
  holdActive: ['identity', 'payments', 'suspense'],
};

/** Features whose entries have such steps. */
const HAVE_STEPS = ['students', 'devices', 'fingerprints'];

/** Says why an import breaks the law of docs/architecture.md, or undefined where it does not. */
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

/** Finds files that need each other to load, in the order they do; types do not count. */
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

/**
 * Finds features that need each other, or gateways, types among it: each may stand in a file of its own where no file needs
 * another in a circle.
 */
export function findFeatureCycle(imports: readonly Edge[]): string[] | undefined {
  const between = imports.flatMap(({ from, to }) => {
    const [one, other] = [unitOf(from), unitOf(to)];
    return one === undefined || other === undefined || one === other || isTest(from)
      ? []
      : [{ from: one, to: other, typesOnly: false }];
  });
  return findCycle(between);
}

/** A test may run another app beside its own, as the server's do the simulators, and the simulators' the server's clients. */
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

/** Says which step of a proof is taken that is another's to take, or may be under cover of taking everything. */
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

/** Rank of a file of the server; it may import from its own height and below. */
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

/** Features of the console that show what no single feature of the server does: the description of the API. */
const SCREENS_ALONE = ['docs'];

/** A component is an entry too, so that a screen that shows one of a feature loads no other. */
const ENTRY_OF_ISLAND = /\/(index\.ts|[A-Z]\w+\.tsx|\w+\.css)$/;

/** Rank of a file of the console; it may import from its own height and below. */
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

/** Parts of the contract that would be the same for a hospital: how calls, lists, refusals and sign-in go over the wire. */
const SCHOOLLESS = [
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

/** Unit: what has an entry: a feature, a gateway. */
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
