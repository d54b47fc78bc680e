import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../apps/scanner/src/config.ts';
import { whyNoLibfprint } from '../../apps/scanner/src/helper/virtual-device.testkit.ts';
import { helperOf } from '../../apps/scanner/src/reader-service.ts';
import { fillControl } from '../../scripts/package/contents.ts';
import { PLATFORM, readLock } from '../../scripts/package/deb.ts';
import { reachableFrom } from '../../scripts/package/reachable.ts';
import { SCANNER_COMMAND, SCANNER_HELPERS, SCANNER_MAIN, SCANNER_PAGES } from '../../scripts/package/scanner.ts';
import { ROOT } from '../../scripts/sources.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');

describe('the files of the scanner package', () => {
  const { files, packages } = reachableFrom(ROOT, SCANNER_MAIN, readLock(), PLATFORM);
  const command = reachableFrom(ROOT, SCANNER_COMMAND, readLock(), PLATFORM);

  it('are the service and the fingerprint engine, without simulator, tray and tests', () => {
    for (const file of [
      SCANNER_MAIN,
      'apps/scanner/package.json',
      'apps/scanner/src/service.ts',
      'apps/scanner/src/helper/helper-reader.ts',
      'packages/fingerprint/package.json',
      'packages/fingerprint/src/matching/compare.ts',
    ])
      expect(files).toContain(file);
    expect(
      [...files, ...command.files].filter((file) =>
        /simulator|tray|synthetic|folder|fingers\.|\.(test|testkit)\.|^apps\/(?!scanner)/.test(file),
      ),
    ).toEqual([]);
    expect(packages).toEqual(['node_modules/@mfuko/fingerprint', 'node_modules/ws']);
    // The command needs no package that the service does not have.
    for (const name of command.packages) expect(packages).toContain(name);
  });

  it('for the helper and the documentation exist', () => {
    for (const file of [...SCANNER_HELPERS, ...SCANNER_PAGES]) expect(existsSync(join(ROOT, file))).toBe(true);
  });
});

describe('the settings shipped with the scanner', () => {
  const shipped = parseEnv(read('mfuko-scanner.env'));

  it('are accepted, and select a local libfprint reader', () => {
    const config = readConfig(shipped, [], 'simulator');
    expect(config).toMatchObject({ port: 8080, reader: 'libfprint', origins: [], serial: undefined });
    expect(helperOf(config).args).toHaveLength(1);
  });

  it('show an example origin that is accepted once filled in', () => {
    const [, example] = /^# (SCANNER_ORIGINS=.+)$/m.exec(read('mfuko-scanner.env')) ?? [];
    expect(readConfig(parseEnv(example ?? ''), []).origins).toEqual(['https://mfuko.lan']);
  });

  it('cannot select the simulator', () => {
    expect(() => helperOf(readConfig({ SCANNER_READER: 'simulator' }, [], 'libfprint'))).toThrow('no simulator');
  });
});

describe("the scanner's systemd unit", () => {
  it('restarts the service, keeps memory off the disk, and denies network access', () => {
    const unit = read('mfuko-scanner.service');
    for (const line of [
      'User=mfuko-scanner',
      'Restart=always',
      'RestartPreventExitStatus=78',
      'WatchdogSec=60',
      'StateDirectory=mfuko-scanner',
      'StateDirectoryMode=0700',
      'RuntimeDirectoryMode=0700',
      'LimitCORE=0',
      'MemorySwapMax=0',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'DevicePolicy=closed',
      'DeviceAllow=char-usb_device rw',
      'IPAddressDeny=any',
      'IPAddressAllow=localhost',
    ])
      expect(unit).toContain(`${line}\n`);
    expect(unit).toContain(`/usr/lib/mfuko-scanner/${SCANNER_MAIN}\n`);
  });

  it.skipIf(!existsSync('/usr/bin/systemd-analyze'))('passes systemd-analyze verify', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mfuko-unit-'));
    try {
      const unit = `${read('mfuko-scanner.service')}\n${read('lan.conf')}`
        .replace('/usr/lib/mfuko-scanner/bin/node', process.execPath)
        .replace(/^(User|Group|EnvironmentFile)=.*\n/gm, '');
      const file = join(folder, 'mfuko-scanner.service');
      writeFileSync(file, unit);
      const { stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
      expect(stderr.split('\n').filter((line) => line.includes('mfuko-scanner.service'))).toEqual([]);
      expect(status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("the scanner's control files", () => {
  it('depend on the libraries that the helper imports, and list the settings as a conffile', () => {
    const control = fillControl(read('debian/control'), {
      version: '0.2.0',
      architecture: 'amd64',
      kilobytes: 130_000,
    });
    expect(control).toContain('Package: mfuko-scanner\nVersion: 0.2.0\nArchitecture: amd64\n');
    for (const name of ['gir1.2-fprint-2.0', 'libfprint-2-2', 'python3-gi'])
      expect(control).toMatch(new RegExp(`^Depends: .*${name}`, 'm'));
    expect(read('debian/conffiles')).toBe('/etc/mfuko-scanner/mfuko-scanner.env\n');
  });

  const lacking = whyNoLibfprint();
  it.skipIf(lacking !== undefined)(
    `let the service open readers that give pictures, and no others${lacking === undefined ? '' : ` (skipped: ${lacking})`}`,
    () => {
      const { stdout, status } = spawnSync('/usr/bin/python3', [join(ROOT, 'apps/scanner/helper/udev-rules.py')], {
        encoding: 'utf8',
      });
      expect(status).toBe(0);
      const rule = (vendor: string, product: string) =>
        `ATTR{idVendor}=="${vendor}", ATTR{idProduct}=="${product}", GROUP="mfuko-scanner", MODE="0660"\n`;
      for (const product of ['0007', '0008', '000a']) expect(stdout).toContain(rule('05ba', product));
      // Match-on-chip: Goodix and Synaptics.
      expect(stdout).not.toMatch(/27c6|06cb/);
      for (const line of stdout.split('\n')) expect(line).toMatch(/^(#.*|SUBSYSTEM=="usb", .*|)$/);
    },
  );
});
