import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../config.ts';
import {
  findKey,
  type KeyName,
  keyFile,
  RENEWABLE,
  readKey,
  readMasterKey,
  readOrMakeKey,
  replaceKey,
} from './key-files.ts';

const NAMES: KeyName[] = ['master', 'wire', 'offline', 'database-app', 'postgres-owner', 'postgres-superuser'];

const aDataDir = () => mkdtempSync(join(tmpdir(), 'mfuko-keys-'));

function withKeys(): string {
  const dataDir = aDataDir();
  for (const name of NAMES) readOrMakeKey(dataDir, name);
  return dataDir;
}

describe.each(NAMES)('the key %s', (name) => {
  it('is created once with file mode 600 in a folder of mode 700', () => {
    const dataDir = aDataDir();
    const key = readOrMakeKey(dataDir, name);
    expect(readOrMakeKey(dataDir, name)).toBe(key);
    expect(readKey(dataDir, name)).toBe(key);
    expect(statSync(keyFile(dataDir, name)).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'keys')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(dataDir, 'keys'))).toEqual([`${name}.key`]);
  });

  it.each([
    ['empty', () => ''],
    ['damaged', () => '\0\0\0\0'],
    ['damaged', (key: string) => `${key.slice(0, -9)}\n\0`],
  ])('is reported by its path when it is %s, and is not overwritten', (how, spoil) => {
    const dataDir = withKeys();
    const file = keyFile(dataDir, name);
    writeFileSync(file, spoil(readFileSync(file, 'utf8')));
    const spoiled = readFileSync(file);
    for (const read of [findKey, readKey, readOrMakeKey]) {
      expect(() => read(dataDir, name)).toThrow(ConfigError);
      expect(() => read(dataDir, name)).toThrow(`${file} is ${how}. Put this file back`);
    }
    expect(readFileSync(file)).toEqual(spoiled);
  });

  it('is not recreated by findKey or readKey when it is missing', () => {
    const dataDir = withKeys();
    rmSync(keyFile(dataDir, name));
    expect(findKey(dataDir, name)).toBeNull();
    expect(() => readKey(dataDir, name)).toThrow(`${keyFile(dataDir, name)} is missing, and a key is never made anew`);
    expect(readdirSync(join(dataDir, 'keys'))).not.toContain(`${name}.key`);
  });
});

it.each(RENEWABLE)('the error for a missing %s key names the command that renews it', (name) => {
  expect(() => readKey(aDataDir(), name)).toThrow(`npm run keys:renew -- ${name}`);
});

it('the error for a missing master key says that nothing renews it', () => {
  expect(() => readKey(aDataDir(), 'master')).toThrow(/Nothing renews it.*call support/);
});

it('replaceKey keeps the old key in a file beside the new one', () => {
  const dataDir = withKeys();
  const before = readKey(dataDir, 'offline');
  const aside = replaceKey(dataDir, 'offline');
  expect(readFileSync(aside ?? '', 'utf8').trim()).toBe(before);
  expect(readKey(dataDir, 'offline')).not.toBe(before);
});

describe('the master key', () => {
  it('is read from MASTER_KEY when set, and no file is created', () => {
    const dataDir = aDataDir();
    const given = Buffer.alloc(32, 7).toString('base64');
    expect(readMasterKey(dataDir, true, { MASTER_KEY: given })).toEqual(Buffer.alloc(32, 7));
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it.each(['short', `${'A'.repeat(43)}=A`, `${'A'.repeat(42)}!=`])('MASTER_KEY is rejected as %s', (given) => {
    expect(() => readMasterKey(aDataDir(), true, { MASTER_KEY: given })).toThrow(/MASTER_KEY must be 32 bytes/);
  });

  it('is rejected when its path is a folder', () => {
    const dataDir = aDataDir();
    mkdirSync(keyFile(dataDir, 'master'), { recursive: true });
    expect(() => readMasterKey(dataDir, false, {})).toThrow();
  });
});
