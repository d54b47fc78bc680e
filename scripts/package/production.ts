/** One entry of package-lock.json, reduced to the fields that decide about production. */
export interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export type Lock = Readonly<Record<string, LockEntry>>;

/** Platform of the package; Debian's C library is glibc. */
export interface Platform {
  readonly os: string;
  readonly cpu: string;
  readonly libc: string;
}

/**
 * Places (`node_modules/…`, `packages/…`) that a workspace needs at run time, its own first; without development dependencies and
 * packages of other platforms. Throws if a required one is missing from the lock.
 */
export function productionPackages(lock: Lock, workspace: string, platform: Platform): string[] {
  const found = new Set<string>();
  const visit = (place: string): void => {
    const entry = lock[place];
    if (entry === undefined || found.has(place)) return;
    found.add(place);
    if (entry.link && entry.resolved !== undefined) return visit(entry.resolved);
    for (const at of needsAt(lock, place, platform)) visit(at);
  };
  visit(workspace);
  return [...found];
}

/** Places that the package of a place needs directly, on that platform. Throws if a required one is missing from the lock. */
export function needsAt(lock: Lock, place: string, platform: Platform): string[] {
  return needsOf(lock[place] ?? {}).flatMap(({ name, optional }) => {
    const at = resolve(lock, place, name);
    if (at === undefined && !optional) throw new Error(`package-lock.json lacks ${name}, which ${place} needs.`);
    return at !== undefined && !name.startsWith('@types/') && fits(lock[at] ?? {}, platform) ? [at] : [];
  });
}

function needsOf(entry: LockEntry): { name: string; optional: boolean }[] {
  // Optional peers are left out; the compiler is one.
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => !entry.peerDependenciesMeta?.[name]?.optional,
  );
  return [
    ...Object.keys(entry.dependencies ?? {}).map((name) => ({ name, optional: false })),
    ...Object.keys(entry.optionalDependencies ?? {}).map((name) => ({ name, optional: true })),
    ...peers.map((name) => ({ name, optional: false })),
  ];
}

/** Node's resolution: below the importing package, then below each parent folder. */
function resolve(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const at = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (at in lock) return at;
    if (folder === '') return undefined;
  }
}

function fits({ os, cpu, libc }: LockEntry, platform: Platform): boolean {
  return [
    [os, platform.os],
    [cpu, platform.cpu],
    [libc, platform.libc],
  ].every(([allowed, ours]) => allowed === undefined || allowed.includes(ours as string));
}
