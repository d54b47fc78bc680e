// `npm run package:scanner-deb [-- FOLDER]`: writes mfuko-scanner_VERSION_amd64.deb, the scanner service with its Node, for a machine with a reader.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { buildDeb, copy, copyNode, copyPackages, copyPages, PLATFORM, putSbom, readLock } from './package/deb.ts';
import { scannerPlace } from './package/pages.ts';
import { reachableFrom } from './package/reachable.ts';
import { SCANNER_COMMAND, SCANNER_HELPERS, SCANNER_MAIN, SCANNER_PAGES } from './package/scanner.ts';
import { ROOT } from './sources.ts';

const FROM = 'packaging/scanner';

buildDeb(
  {
    name: 'mfuko-scanner',
    control: ['control', 'conffiles', 'triggers', 'postinst', 'prerm', 'postrm'].map(
      (name) => `${FROM}/debian/${name}`,
    ),
    fill(stage) {
      const lib = join(stage, 'usr/lib/mfuko-scanner');
      const docs = join(stage, 'usr/share/doc/mfuko-scanner');
      const { files, packages } = reachableFrom(ROOT, SCANNER_MAIN, readLock(), PLATFORM);
      const command = reachableFrom(ROOT, SCANNER_COMMAND, readLock(), PLATFORM).files;
      for (const file of [...new Set([...files, ...command]), ...SCANNER_HELPERS, 'package.json'])
        copy(file, join(lib, file));
      for (const file of SCANNER_HELPERS) chmodSync(join(lib, file), 0o755);
      copyPackages(packages, lib);
      copyNode(lib, docs);
      putSbom(docs, { name: 'mfuko-scanner', places: packages });
      copyPages(SCANNER_PAGES, docs, scannerPlace);
      copy(`${FROM}/mfuko-scanner.service`, join(stage, 'lib/systemd/system/mfuko-scanner.service'));
      copy(`${FROM}/lan.conf`, join(lib, 'lan.conf'));
      copy(`${FROM}/mfuko-scanner`, join(stage, 'usr/bin/mfuko-scanner'));
      chmodSync(join(stage, 'usr/bin/mfuko-scanner'), 0o755);
      copy(`${FROM}/mfuko-scanner.env`, join(stage, 'etc/mfuko-scanner/mfuko-scanner.env'));
    },
  },
  process.argv[2] ?? ROOT,
);
