import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const POSTINST = readFileSync(join(import.meta.dirname, 'debian/postinst'), 'utf8');
// The script makes the service's user itself; here one that every machine has takes its place.
const USER = 'daemon';
const id = (flag: string) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }));

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mfuko-installed-'));
  chmodSync(root, 0o755);
});
afterEach(() => rmSync(root, { recursive: true }));

/** Runs the installation's script as it stands, below another root and without a service manager. */
function configure(): void {
  const script = POSTINST.replaceAll('/usr/share/mfuko/mfuko.env', join(import.meta.dirname, 'mfuko.env'))
    .replaceAll('/etc/mfuko', join(root, 'etc'))
    .replaceAll('/var/lib/mfuko', join(root, 'data'))
    .replaceAll('/run/', join(root, 'run/'))
    .replace(/-o mfuko\b/g, `-o ${USER}`)
    .replace(/-g mfuko\b/g, `-g ${USER}`)
    .replaceAll('root:mfuko', `root:${USER}`);
  const path = join(root, 'postinst');
  writeFileSync(path, script.replace('set -e\n', 'set -e\nadduser() { :; }\nsystemctl() { :; }\n'));
  // As loose a mask as an administrator may have.
  execFileSync('sh', ['-c', 'umask 000; exec sh "$0" configure', path], { stdio: 'ignore' });
}

function held(path: string) {
  const { mode, uid, gid } = statSync(join(root, path));
  return { mode: (mode & 0o7777).toString(8), uid, gid };
}

describe.skipIf(process.getuid?.() !== 0)('the files made by the package installation, as root', () => {
  it('are readable by root and the service only, whatever the umask', () => {
    configure();
    expect(held('etc')).toEqual({ mode: '750', uid: 0, gid: id('-g') });
    expect(held('etc/mfuko.env')).toEqual({ mode: '640', uid: 0, gid: id('-g') });
    expect(held('data')).toEqual({ mode: '700', uid: id('-u'), gid: id('-g') });
    expect(parseEnv(readFileSync(join(root, 'etc/mfuko.env'), 'utf8')).MASTER_KEY).toMatch(/^[\w+/]{43}=$/);
  });

  it('are closed to others again by the next installation, which keeps the keys', () => {
    configure();
    const before = readFileSync(join(root, 'etc/mfuko.env'), 'utf8');
    chmodSync(join(root, 'data'), 0o755);
    configure();
    expect(held('data').mode).toBe('700');
    expect(held('etc/mfuko.env').mode).toBe('640');
    expect(readFileSync(join(root, 'etc/mfuko.env'), 'utf8')).toBe(before);
  });

  it('are closed to others, with an empty MASTER_KEY, if data exists without settings', () => {
    mkdirSync(join(root, 'data/postgres'), { recursive: true });
    configure();
    expect(held('etc/mfuko.env')).toEqual({ mode: '640', uid: 0, gid: id('-g') });
    expect(parseEnv(readFileSync(join(root, 'etc/mfuko.env'), 'utf8')).MASTER_KEY).toBe('');
  });
});
