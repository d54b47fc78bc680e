import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../apps/scanner/src/config.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');

describe('LAN access of the installed scanner', () => {
  it('is off as shipped, and on with the example lines of the settings filled in', () => {
    expect(readConfig({ ...parseEnv(read('mfuko-scanner.env')), STATE_DIRECTORY: '/state' }, []).lan).toBeUndefined();
    const lines = read('mfuko-scanner.env').matchAll(/^# (SCANNER_(?:LAN\w*|ORIGINS)=.+)$/gm);
    const filledIn = parseEnv([...lines].map(([, line]) => line).join('\n'));
    expect(
      readConfig({ ...parseEnv(read('mfuko-scanner.env')), ...filledIn, STATE_DIRECTORY: '/state' }, []).lan,
    ).toMatchObject({
      host: '192.168.1.20',
      port: 8443,
      certFile: '/etc/mfuko-scanner/lan.crt',
      keyFile: '/etc/mfuko-scanner/lan.key',
    });
  });

  it('is limited to private networks by lan.conf', () => {
    const settings = read('lan.conf')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(settings).toEqual([
      '[Service]',
      'RestrictAddressFamilies=AF_INET6',
      'IPAddressAllow=10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 fc00::/7 fe80::/10',
    ]);
  });
});
