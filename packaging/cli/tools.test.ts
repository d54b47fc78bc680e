import { describe, expect, it } from 'vitest';
import { joinWords, readTools, toolCommand } from './tools.ts';

const HERE = { root: '/lib/mfuko', node: '/lib/mfuko/bin/node', settings: '/etc/mfuko/mfuko.env', user: 'mfuko' };

describe('the mfuko command', () => {
  it('offers exactly the npm scripts that run one file of the server', () => {
    const tools = readTools({
      'admin:create': 'node apps/server/src/admin-create.ts',
      backup: 'node apps/server/src/backup.ts',
      'db:migrate': 'node scripts/db-migrate.ts',
      chaos: 'node apps/server/tests/chaos/faults.ts',
      check: 'node scripts/check.ts && node apps/server/src/main.ts',
      start: 'exec node scripts/start.mjs',
    });
    expect([...tools]).toEqual([
      ['admin-create', 'apps/server/src/admin-create.ts'],
      ['backup', 'apps/server/src/backup.ts'],
    ]);
  });

  it("joins two words to a tool's name if such a tool exists", () => {
    const tools = new Map([
      ['school-export', 'a'],
      ['backup', 'b'],
      ['backup-x', 'c'],
    ]);
    expect(joinWords(tools, ['school', 'export', '--to', 'x'])).toEqual(['school-export', '--to', 'x']);
    expect(joinWords(tools, ['school-export', '--to'])).toEqual(['school-export', '--to']);
    expect(joinWords(tools, ['backup', 'x'])).toEqual(['backup', 'x']);
    expect(joinWords(tools, ['backup', '--', '--to', 'x'])).toEqual(['backup', '--to', 'x']);
    expect(joinWords(tools, ['school', 'export', '--', '--to', 'x'])).toEqual(['school-export', '--to', 'x']);
    expect(joinWords(tools, ['tls', 'ca'])).toEqual(['tls', 'ca']);
    expect(joinWords(tools, [])).toEqual(['help']);
  });

  it("drops root privileges before a tool runs, and loads the service's settings", () => {
    const command = toolCommand(HERE, 'root', 'apps/server/src/backup.ts', ['--to', '/mnt/a b']);
    expect(command.slice(0, 5)).toEqual([
      'setpriv',
      '--reuid=mfuko',
      '--regid=mfuko',
      '--init-groups',
      '--no-new-privs',
    ]);
    expect(command.slice(5)).toEqual([
      '/lib/mfuko/bin/node',
      '--env-file=/etc/mfuko/mfuko.env',
      '/lib/mfuko/apps/server/src/backup.ts',
      '--to',
      '/mnt/a b',
    ]);
  });

  it("uses the environment's settings in a container, and drops root there too", () => {
    const contained = { ...HERE, settings: null };
    expect(toolCommand(contained, 'mfuko', 'a.ts', ['x'])).toEqual(['/lib/mfuko/bin/node', '/lib/mfuko/a.ts', 'x']);
    expect(toolCommand(contained, 'root', 'a.ts', [])[0]).toBe('setpriv');
  });

  it("runs directly for the service's user, and rejects other users", () => {
    expect(toolCommand(HERE, 'mfuko', 'a.ts', [])[0]).toBe('/lib/mfuko/bin/node');
    expect(() => toolCommand(HERE, 'wanjiku', 'a.ts', [])).toThrow('sudo');
  });

  it("runs wal-archive only as the PostgreSQL user, without the service's settings", () => {
    expect(toolCommand(HERE, 'postgres', 'apps/server/src/wal-archive.ts', ['%p'])).toEqual([
      '/lib/mfuko/bin/node',
      '/lib/mfuko/apps/server/src/wal-archive.ts',
      '%p',
    ]);
    expect(() => toolCommand(HERE, 'root', 'apps/server/src/wal-archive.ts', [])).toThrow('user of PostgreSQL');
  });
});
