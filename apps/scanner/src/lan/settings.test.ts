import { describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { ConfigError } from '../config-error.ts';

const GOOD = { SCANNER_LAN: 'reader.lan', SCANNER_STATE: '/state', SCANNER_ORIGINS: 'https://mfuko.lan' };

describe('the LAN settings', () => {
  test('leave the LAN off by default, and with an empty SCANNER_LAN', () => {
    expect(readConfig({ STATE_DIRECTORY: '/state', SCANNER_LAN_PORT: '9000' }, []).lan).toBeUndefined();
    expect(readConfig({ ...GOOD, SCANNER_LAN: '' }, []).lan).toBeUndefined();
  });

  test('turn the LAN on by SCANNER_LAN, with defaults that other settings override', () => {
    expect(readConfig(GOOD, []).lan).toEqual({
      host: 'reader.lan',
      port: 8443,
      folder: '/state',
      certFile: undefined,
      keyFile: undefined,
      control: '/state/control.sock',
    });
    const env = {
      ...GOOD,
      SCANNER_LAN_PORT: '443',
      SCANNER_LAN_CERT: '/c',
      SCANNER_LAN_KEY: '/k',
      RUNTIME_DIRECTORY: '/run/mfuko-scanner',
    };
    const more = { port: 443, certFile: '/c', keyFile: '/k', control: '/run/mfuko-scanner/control.sock' };
    expect(readConfig(env, []).lan).toMatchObject(more);
  });

  test.each([
    ['Reader.LAN', 'reader.lan'],
    ['192.168.1.20', '192.168.1.20'],
    ['fd00::12', '[fd00::12]'],
    ['[fd00::12]', '[fd00::12]'],
  ])('normalise the host %s to its form in URLs', (text, host) => {
    expect(readConfig({ ...GOOD, SCANNER_LAN: text }, []).lan?.host).toBe(host);
  });

  test.each([
    { SCANNER_LAN: 'reader.lan:8443' },
    { SCANNER_LAN: 'https://reader.lan' },
    { SCANNER_LAN: 'reader.lan/' },
    { SCANNER_LAN: '192.168.1' },
    { SCANNER_LAN: 'a b' },
    { SCANNER_LAN_PORT: '8443x' },
    { SCANNER_LAN_PORT: '70000' },
    { SCANNER_LAN_CERT: '/c' },
    { SCANNER_LAN_KEY: '/k' },
    { SCANNER_STATE: '' },
    { SCANNER_ORIGINS: '' },
  ])('are rejected with %j', (env) => {
    expect(() => readConfig({ ...GOOD, ...env }, [])).toThrow(ConfigError);
  });
});
