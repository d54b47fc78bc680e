import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';

/** One image, as it is built. */
export interface ImageOptions {
  /** Folder with the Containerfile and all that it copies. */
  readonly context: string;
  /** Image that it begins with, where a registry is reached; null for a Debian that is made here from its packages. */
  readonly base: string | null;
  /** Folder for what is needed on the way; removed by whoever made it. */
  readonly work: string;
  /** The archive that is written. */
  readonly archive: string;
  readonly version: string;
  /** Seconds since 1970 that the files of the image are of. */
  readonly epoch: string;
}

const BASE = 'localhost/mfuko-base';
const IMAGE = 'localhost/mfuko';

/** Tools of Debian that build and write the image: its format is theirs to know. */
const TOOLS = ['buildah', 'mmdebstrap', 'skopeo'];

/** Throws where one of the tools is missing, with the command that installs them. */
export function demandTools(): void {
  const missing = TOOLS.filter((tool) => !isThere(tool));
  if (missing.length > 0) throw new Error(`Missing: ${missing.join(', ')}. apt install ${TOOLS.join(' ')}`);
}

function isThere(tool: string): boolean {
  try {
    execFileSync(tool, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    // Not installed: that is what was asked.
    return false;
  }
}

/** Builds the image, writes it as an OCI archive and answers the digest of its manifest. */
export function buildImage({ context, base, work, archive, version, epoch }: ImageOptions): string {
  const run = (tool: string, ...args: string[]) =>
    execFileSync(tool, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, SOURCE_DATE_EPOCH: epoch },
      maxBuffer: 256 * 1024 * 1024,
    });
  // A storage of its own: neither the machine's images are looked at, nor is one left there.
  const store = [`--root=${work}/storage`, `--runroot=${work}/run`, '--storage-driver=vfs'];
  const buildah = (...args: string[]) => run('buildah', ...store, ...args).trim();
  const isolated = '--isolation=chroot';
  const dated = `--timestamp=${epoch}`;
  try {
    if (base === null) {
      run('mmdebstrap', '--quiet', '--variant=minbase', 'bookworm', `${work}/base.tar`);
      const container = buildah('from', 'scratch');
      buildah('add', container, `${work}/base.tar`, '/');
      buildah('commit', '--quiet', dated, container, BASE);
    }
    const labels = [`org.opencontainers.image.title=mfuko`, `org.opencontainers.image.version=${version}`];
    buildah(
      'build',
      '--quiet',
      isolated,
      dated,
      '--format=oci',
      `--build-arg=BASE=${base ?? BASE}`,
      ...labels.map((label) => `--label=${label}`),
      `--tag=${IMAGE}:${version}`,
      context,
    );
    rmSync(archive, { force: true });
    buildah('push', '--quiet', '--format=oci', `${IMAGE}:${version}`, `oci-archive:${archive}:mfuko:${version}`);
  } finally {
    // Its files belong to the users of the image.
    execFileSync('buildah', [...store, 'rmi', '--all', '--force'], { stdio: 'ignore' });
  }
  return run('skopeo', 'inspect', '--format={{.Digest}}', `oci-archive:${archive}`).trim();
}

/** Writes the digest beside the archive, and its signature where a private key (PEM) is given. Answers the files. */
export function writeDigest(archive: string, digest: string, key: string | null): string[] {
  const file = `${archive}.digest`;
  writeFileSync(file, `${digest}\n`);
  rmSync(`${file}.sig`, { force: true });
  if (key === null) return [file];
  // The key may ask for its word at the terminal.
  execFileSync('openssl', ['pkeyutl', '-sign', '-rawin', '-inkey', key, '-in', file, '-out', `${file}.sig`], {
    stdio: 'inherit',
  });
  return [file, `${file}.sig`];
}
