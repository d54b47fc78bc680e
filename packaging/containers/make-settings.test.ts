import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { here, mfuko, read } from './compose.testkit.ts';

describe('make-settings.sh', () => {
  let folder: string;
  const make = (...args: string[]) =>
    spawnSync(join(folder, 'make-settings.sh'), args, { encoding: 'utf8', env: { PATH: process.env.PATH } });
  const made = (file: string) => parseEnv(readFileSync(join(folder, file), 'utf8'));

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'mfuko-containers-'));
    for (const file of ['make-settings.sh', 'mfuko.env.template']) cpSync(here(file), join(folder, file));
    expect(make('https://mfuko.example', '1.2.3').status).toBe(0);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('makes settings that production accepts, but for the SMS account', async () => {
    const { inspectConfig } = await import('../../apps/server/src/config.ts');
    const env = {
      NODE_ENV: 'production',
      ...made('mfuko.env'),
      ...mfuko.environment,
      PUBLIC_URL: 'https://mfuko.example',
    };
    expect(inspectConfig({ ...env, AFRICASTALKING_USERNAME: 'a', AFRICASTALKING_API_KEY: 'b' }).refusals).toEqual([]);
    // The account for text messages is the one thing that nobody can make.
    expect(inspectConfig(env).refusals).toEqual([expect.stringContaining('AFRICASTALKING_API_KEY')]);
  });

  it('makes matching database passwords and a connection by socket', () => {
    const { OWNER_PASSWORD, BACKUP_PASSWORD } = made('database.env');
    const { DATABASE_URL = '', BACKUP_DATABASE_URL = '' } = made('mfuko.env');
    expect(new URL(DATABASE_URL)).toMatchObject({
      username: 'mfuko_owner',
      password: OWNER_PASSWORD,
      pathname: '/mfuko',
    });
    expect(new URL(BACKUP_DATABASE_URL)).toMatchObject({ username: 'mfuko_backup', password: BACKUP_PASSWORD });
    const socket = new URL(DATABASE_URL).searchParams.get('host');
    expect(mfuko.volumes).toContain(`socket:${socket}:ro`);
    const asked = [...read('database.sh').matchAll(/"\$(\w+_PASSWORD)"/g)].map(([, name]) => name);
    expect(asked).toEqual(['OWNER_PASSWORD', 'BACKUP_PASSWORD']);
  });

  it('writes files of mode 0600 with new keys each time, and never overwrites one', () => {
    const files = ['.env', 'database.env', 'mfuko.env'];
    for (const file of files) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    const first = made('mfuko.env').MASTER_KEY;
    for (const left of files) {
      for (const file of files) if (file !== left) rmSync(join(folder, file), { force: true });
      const again = make('https://mfuko.example', '1.2.3');
      expect([left, again.status]).toEqual([left, 1]);
      rmSync(join(folder, left));
      expect(make('https://mfuko.example', '1.2.3').status).toBe(0);
    }
    expect(made('mfuko.env').MASTER_KEY).not.toBe(first);
  });

  it.each([
    ['a plain address', ['http://mfuko.example', '1.2.3']],
    ['a path', ['https://mfuko.example/x', '1.2.3']],
    ['no version', ['https://mfuko.example']],
    ['another issuer', ['https://mfuko.example', '1.2.3', 'none']],
  ])('rejects %s', (_name, args) => {
    expect(make(...args).status).toBe(2);
  });
});
