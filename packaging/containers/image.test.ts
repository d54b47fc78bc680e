import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { here, mfuko, read } from './compose.testkit.ts';

const containerfile = read('Containerfile');

describe('the container image', () => {
  it('unpacks the package without running its installation script', () => {
    expect(containerfile).toContain('dpkg-deb --fsys-tarfile');
    expect(containerfile).not.toMatch(/dpkg (-i|--install)|apt(-get)? install[^\n]*\.deb/);
  });

  it('runs as a user other than root, with its data on volumes of compose.yaml', () => {
    expect(containerfile).toMatch(/^USER 10001:10001$/m);
    const [, list = ''] = /^VOLUME (.*)$/m.exec(containerfile) ?? [];
    for (const folder of JSON.parse(list) as string[])
      expect(mfuko.volumes.some((volume) => volume.endsWith(`:${folder}`))).toBe(true);
    expect(mfuko.environment?.DATA_DIR).toBe(/DATA_DIR=(\S+)/.exec(containerfile)?.[1]);
  });

  it('starts the same file as the systemd unit, and has a health check that the server answers', () => {
    const unit = readFileSync(here('../mfuko.service'), 'utf8');
    const [program, file] = JSON.parse(/^CMD (.*)$/m.exec(containerfile)?.[1] ?? '[]') as string[];
    expect(unit).toContain(`ExecStart=${program} --env-file=/etc/mfuko/mfuko.env ${file}\n`);
    expect(containerfile).toContain('COPY --chmod=0755 mfuko /usr/bin/mfuko\n');
    expect(mfuko.healthcheck?.test).toEqual(['CMD', 'mfuko', 'status']);
    const app = readFileSync(here('../../apps/server/src/app.ts'), 'utf8');
    const [, asked = ''] =
      /127\.0\.0\.1:\$\{port\}(\/[\w/]+)/.exec(readFileSync(here('../cli/status.ts'), 'utf8')) ?? [];
    expect(app).toContain(`app.get('${asked}'`);
  });
});

describe("the containers' scripts", () => {
  it.each(globSync('{*.sh,mfuko}', { cwd: import.meta.dirname }))(
    "%s passes its shell's syntax check and is executable",
    (file) => {
      const shell = /^#!(\S+)/.exec(read(file))?.[1] ?? '';
      expect(execFileSync(shell, ['-n', here(file)], { encoding: 'utf8' })).toBe('');
      expect(statSync(here(file)).mode & 0o111).toBe(0o111);
    },
  );

  it.skipIf(!existsSync('/usr/bin/caddy'))('the Caddyfile passes caddy validate', () => {
    for (const issuer of ['acme', 'internal']) {
      const { status, stderr } = spawnSync(
        '/usr/bin/caddy',
        ['validate', '--config', here('Caddyfile'), '--adapter', 'caddyfile'],
        {
          encoding: 'utf8',
          env: { PUBLIC_URL: 'https://mfuko.example', TLS_ISSUER: issuer, HOME: tmpdir(), XDG_DATA_HOME: tmpdir() },
        },
      );
      expect([issuer, status, status === 0 ? '' : stderr]).toEqual([issuer, 0, '']);
    }
  });
});
