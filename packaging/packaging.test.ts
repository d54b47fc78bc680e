import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';

const here = (path: string) => join(import.meta.dirname, path);
const read = (path: string) => readFileSync(here(path), 'utf8');

describe('the settings shipped with the package', () => {
  const shipped = parseEnv(read('mfuko.env'));

  it('are all known to the server', () => {
    const settings = readFileSync(here('../apps/server/src/settings.ts'), 'utf8');
    for (const name of Object.keys(shipped)) expect(settings).toContain(`  ${name}: `);
  });

  it("are for production behind a local proxy, with DATA_DIR in the unit's state directory", () => {
    expect(shipped).toMatchObject({
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      TRUSTED_PROXY: '127.0.0.1',
      HOOKS_TRUSTED_PROXY: '127.0.0.1',
      DATA_DIR: '/var/lib/mfuko',
    });
    expect(read('mfuko.service')).toContain('StateDirectory=mfuko\n');
  });

  it('suggest backup folders that the systemd unit makes writable', () => {
    const places = [...read('mfuko.env').matchAll(/^# BACKUP_(?:COPY_)?TO=(\/mnt\/[\w-]+)\/backups$/gm)].map(
      ([, folder]) => `-${folder}`,
    );
    expect(places).toHaveLength(2);
    expect(read('mfuko.service')).toContain(`ReadWritePaths=${places.join(' ')}\n`);
  });

  it('contain no keys', () => {
    for (const name of ['MASTER_KEY', 'APP_WIRE_KEY', 'AFRICASTALKING_API_KEY']) expect(shipped[name]).toBe('');
  });
});

describe('the keys that the installation makes', () => {
  it('are accepted in production', async () => {
    const { weaknessOfProduction } = await import('../apps/server/src/production.ts');
    const commands = [...read('debian/postinst').matchAll(/\^(\w+)=\.\*\|\w+=\$\((.+)\)\|"/g)];
    const made = Object.fromEntries(
      commands.map(([, name, command = '']) => [name, execFileSync('sh', ['-c', command], { encoding: 'utf8' })]),
    );
    expect(Buffer.from(made.MASTER_KEY ?? '', 'base64')).toHaveLength(32);
    expect(made.APP_WIRE_KEY).toMatch(/^[\w-]{16}$/);
    expect(
      weaknessOfProduction({
        publicUrl: 'https://mfuko.lan',
        masterKey: made.MASTER_KEY ?? '',
        wireKey: made.APP_WIRE_KEY ?? '',
        databaseUrl: null,
        poolerUrl: null,
      }),
    ).toBeNull();
  });
});

describe('the systemd unit', () => {
  it('stops only the main process first, with enough time, and never restarts after exit 78', () => {
    const unit = read('mfuko.service');
    const patience = Number(
      /MAX_STOP_MS = ([\d_]+)/.exec(readFileSync(here('../apps/server/src/main.ts'), 'utf8'))?.[1]?.replace('_', ''),
    );
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1_000).toBeGreaterThan(patience);
    for (const line of [
      'KillMode=mixed',
      'Restart=always',
      'RestartPreventExitStatus=78',
      'User=mfuko',
      'ProtectSystem=strict',
      'NoNewPrivileges=yes',
    ])
      expect(unit).toContain(`${line}\n`);
  });

  it.skipIf(!existsSync('/usr/bin/systemd-analyze'))('passes systemd-analyze verify', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mfuko-unit-'));
    try {
      // The programs that it starts are installed elsewhere, and the user is not of this machine.
      const unit = read('mfuko.service')
        .replace('/usr/lib/mfuko/bin/node', process.execPath)
        .replace(/^(User|Group)=.*\n/gm, '');
      writeFileSync(join(folder, 'mfuko.service'), unit);
      const { stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, 'mfuko.service')], {
        encoding: 'utf8',
      });
      expect(stderr.split('\n').filter((line) => line.includes('mfuko.service'))).toEqual([]);
      expect(status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the scripts of the package', () => {
  it.each(
    globSync('{debian/{postinst,prerm,postrm,mfuko},scanner/debian/{postinst,prerm,postrm},recipes/*.sh}', {
      cwd: import.meta.dirname,
    }),
  )("%s passes its shell's syntax check", (file) => {
    const shell = /^#!(\S+)/.exec(read(file))?.[1] ?? '';
    const { stderr, status } = spawnSync(shell, ['-n', here(file)], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  it('remove neither data nor keys', () => {
    const removals = ['postinst', 'prerm', 'postrm'].flatMap(
      (name) => read(`debian/${name}`).match(/\b(rm|deluser) -?.*/g) ?? [],
    );
    // A note in /run, and advice that is printed.
    expect(removals).toEqual([
      'rm -f /run/mfuko-was-running',
      'rm -r /var/lib/mfuko /etc/mfuko && deluser --system mfuko"',
    ]);
  });
});
