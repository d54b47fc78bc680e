import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';

/** One image, as it is built. */
export interface ImageOptions {
  /** Folder with the Containerfile and all files that it copies. */
  readonly context: string;
  /** Base image, if a registry is reachable; null for a Debian that is built here from its packages. */
  readonly base: string | null;
  /** Folder for temporary files; the caller removes it. */
  readonly work: string;
  /** Path of the archive to write. */
  readonly archive: string;
  readonly version: string;
  /** Timestamp of the image's files, in seconds since 1970. */
  readonly epoch: string;
}

const BASE = 'localhost/mfuko-base';
const IMAGE = 'localhost/mfuko';

/** Debian tools that build and write the image. */
const TOOLS = ['buildah', 'mmdebstrap', 'skopeo'];

/** Throws if one of the tools is missing, with the command that installs them. */
export function demandTools(): void {
  const missing = TOOLS.filter((tool) => !isThere(tool));
  if (missing.length > 0) throw new Error(`Missing: ${missing.join(', ')}. apt install ${TOOLS.join(' ')}`);
}

function isThere(tool: string): boolean {
  try {
    execFileSync(tool, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    // A failure to start means that the tool is not installed.
    return false;
  }
}

/** Builds the image, writes it as an OCI archive and returns the digest of its manifest. */
export function buildImage({ context, base, work, archive, version, epoch }: ImageOptions): string {
  const run = (tool: string, ...args: string[]) =>
    execFileSync(tool, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, SOURCE_DATE_EPOCH: epoch },
      maxBuffer: 256 * 1024 * 1024,
    });
  // A private storage, so that the machine's images are neither used nor added to.
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
    // Removed by buildah, since its files belong to the users of the image.
    execFileSync('buildah', [...store, 'rmi', '--all', '--force'], { stdio: 'ignore' });
  }
  return run('skopeo', 'inspect', '--format={{.Digest}}', `oci-archive:${archive}`).trim();
}

/** Writes the digest beside the archive, and its signature if a private key (PEM) is given. Returns the files. */
export function writeDigest(archive: string, digest: string, key: string | null): string[] {
  const file = `${archive}.digest`;
  writeFileSync(file, `${digest}\n`);
  rmSync(`${file}.sig`, { force: true });
  if (key === null) return [file];
  // openssl may ask for the key's passphrase at the terminal.
  execFileSync('openssl', ['pkeyutl', '-sign', '-rawin', '-inkey', key, '-in', file, '-out', `${file}.sig`], {
    stdio: 'inherit',
  });
  return [file, `${file}.sig`];
}
