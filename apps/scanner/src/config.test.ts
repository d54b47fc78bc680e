import { expect, test } from 'vitest';
import { ConfigError, readConfig, readControl } from './config.ts';

test('readConfig returns its defaults when nothing is set', () => {
  expect(readConfig({}, [])).toEqual({
    port: 8080,
    trayPort: 8081,
    origins: [],
    reader: 'simulator',
    serial: undefined,
    dpi: undefined,
    fingers: undefined,
    seed: undefined,
  });
});

test('readControl finds the socket by RUNTIME_DIRECTORY, SCANNER_STATE or the installed default', () => {
  expect(readControl({ SCANNER_STATE: '/tmp/reader' })).toBe('/tmp/reader/control.sock');
  expect(readControl({ SCANNER_STATE: '/tmp/reader', RUNTIME_DIRECTORY: '/run/x' })).toBe('/run/x/control.sock');
  for (const env of [{}, { SCANNER_STATE: '' }]) expect(readControl(env)).toBe('/run/mfuko-scanner/control.sock');
});

test('readConfig reads the environment, and command-line options override it', () => {
  const env = {
    SCANNER_PORT: '0',
    SCANNER_TRAY_PORT: '9001',
    SCANNER_ORIGINS: 'https://a.example, https://b.example:8443',
    SCANNER_FINGERS: 'one',
    SCANNER_SEED: '5',
    SCANNER_READER: 'libfprint',
    SCANNER_SERIAL: ' KE-0002 ',
    SCANNER_DPI: '512',
    STATE_DIRECTORY: '/var/lib/mfuko-scanner',
  };
  expect(readConfig(env, [])).toEqual({
    port: 0,
    trayPort: 9001,
    origins: ['https://a.example', 'https://b.example:8443'],
    reader: 'libfprint',
    serial: 'KE-0002',
    dpi: 512,
    fingers: 'one',
    keyFile: '/var/lib/mfuko-scanner/capture.key',
    seed: 5,
  });
  expect(readConfig(env, ['--fingers', 'two']).fingers).toBe('two');
  expect(readConfig({ ...env, SCANNER_KEY_FILE: '/etc/key' }, []).keyFile).toBe('/etc/key');
});

test.each([
  [{ SCANNER_PORT: '80x' }, []],
  [{ SCANNER_PORT: '0x50' }, []],
  [{ SCANNER_PORT: ' 80' }, []],
  [{ SCANNER_TRAY_PORT: '70000' }, []],
  [{ SCANNER_SEED: '-1' }, []],
  [{ SCANNER_READER: 'secugen' }, []],
  [{ SCANNER_READER: './helper' }, []],
  [{ SCANNER_DPI: '30' }, []],
  [{ SCANNER_DPI: '9000' }, []],
  [{ SCANNER_ORIGINS: 'https://a.example/' }, []],
  [{ SCANNER_ORIGINS: '*' }, []],
  [{ SCANNER_ORIGINS: 'null' }, []],
  [{}, ['--finger', 'x']],
])('readConfig rejects the environment %j with the arguments %j', (env, args) => {
  expect(() => readConfig(env, args)).toThrow(ConfigError);
});

test('readConfig uses the given default reader unless SCANNER_READER names another', () => {
  expect(readConfig({}, [], 'libfprint').reader).toBe('libfprint');
  expect(readConfig({ SCANNER_READER: '/opt/secugen/helper' }, [], 'libfprint').reader).toBe('/opt/secugen/helper');
});
