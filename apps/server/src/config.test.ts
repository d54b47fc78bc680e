import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'mfuko-server-'));
const PRODUCTION = {
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  APP_WIRE_KEY: 'k7QpZ2xV9mT4bR1s',
  MASTER_KEY: randomBytes(32).toString('base64'),
  AFRICASTALKING_USERNAME: 'kilimo',
  AFRICASTALKING_API_KEY: 'atsk_0123456789',
};
const SECOND_SMS = {
  SMS_SECOND_URL: 'https://sms.example.ke',
  SMS_SECOND_PARTNER_ID: '7',
  SMS_SECOND_API_KEY: 'a',
  SMS_SECOND_SENDER_ID: 'NYOTA',
};

describe('readConfig in production', () => {
  it('accepts complete settings', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({ production: true, seed: 'none', smsProvider: 'africastalking' });
    expect(readConfig({ ...PRODUCTION, ...SECOND_SMS }).smsSecond).toMatchObject({ partnerId: '7' });
    expect(readConfig(PRODUCTION).payments).toMatchObject({
      provider: 'daraja',
      baseUrl: 'https://api.safaricom.co.ke',
    });
  });

  it('allows header sessions only with ALLOW_HEADER_SESSIONS=true; outside production by default', () => {
    expect(readConfig(PRODUCTION).allowHeaderSessions).toBe(false);
    expect(readConfig({ ...PRODUCTION, ALLOW_HEADER_SESSIONS: 'true' }).allowHeaderSessions).toBe(true);
    expect(readConfig({ DATA_DIR: dataDir }).allowHeaderSessions).toBe(true);
  });

  it('sets a time server by default, outside production only with TIME_SERVER', () => {
    expect(readConfig(PRODUCTION).timeServer).toBe('pool.ntp.org');
    expect(readConfig({ ...PRODUCTION, TIME_SERVER: 'none' }).timeServer).toBeNull();
    expect(readConfig({ DATA_DIR: dataDir }).timeServer).toBeNull();
    expect(readConfig({ DATA_DIR: dataDir, TIME_SERVER: 'time.school.ke:1123' }).timeServer).toBe(
      'time.school.ke:1123',
    );
    expect(() => readConfig({ DATA_DIR: dataDir, TIME_SERVER: 'http://time' })).toThrow('TIME_SERVER');
  });

  it.each([
    ['no wire key', { APP_WIRE_KEY: '' }],
    ['a wire key that is too simple', { APP_WIRE_KEY: '0000000000000000' }],
    ['a wire key of another length', { APP_WIRE_KEY: 'short' }],
    ['no master key', { MASTER_KEY: '' }],
    ['a public address without https', { PUBLIC_URL: 'http://mfuko.example.ke' }],
    [
      'a master key that is a sequence',
      { MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('base64') },
    ],
    ['a database elsewhere without TLS', { DATABASE_URL: 'postgres://owner@db.example.ke/mfuko' }],
    ['the outbox in place of a gateway', { SMS_PROVIDER: 'outbox' }],
    ['a gateway without credentials', { AFRICASTALKING_API_KEY: '' }],
    ['a second gateway without credentials', { ...SECOND_SMS, SMS_SECOND_API_KEY: '' }],
    ['a way to the second gateway that anyone can read', { ...SECOND_SMS, SMS_SECOND_URL: 'http://sms.example.ke' }],
    ['a simulator in place of M-Pesa', { PAYMENTS_PROVIDER: 'simulator' }],
    ['a way to M-Pesa that anyone can read', { DARAJA_BASE_URL: 'http://api.safaricom.co.ke' }],
    ['demo users', { SEED: 'demo' }],
    ['a failpoint', { FAILPOINT: 'before-commit:1' }],
    ['servers that share a folder', { SHARED_FOLDER: 'true' }],
  ])('rejects %s', (_what, change) => {
    expect(() => readConfig({ ...PRODUCTION, ...change })).toThrow(/production|APP_WIRE_KEY/);
  });
});

describe('readConfig outside production', () => {
  it('has defaults for every setting and creates no file', () => {
    expect(readConfig({ DATA_DIR: dataDir })).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      seed: 'demo',
      smsProvider: 'outbox',
      scannerUrl: 'ws://127.0.0.1:8080',
      databaseUrl: null,
      wireKey: { key: '', id: 1 },
      payments: { provider: 'simulator', simulatorPort: 4010, baseUrl: 'https://sandbox.safaricom.co.ke' },
    });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('seeds no demo users in a database given by DATABASE_URL', () => {
    expect(readConfig({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://localhost/school' }).seed).toBe('none');
  });

  it.each([
    { PORT: 'http' },
    { PORT: '70000' },
    { PORT: '0x50' },
    { PORT: '1e3' },
    { PORT: ' 80 ' },
    { PORT: '-0' },
    { PORT: '80.0' },
    { SEED: 'some' },
    { SMS_PROVIDER: 'pigeon' },
    { PAYMENTS_PROVIDER: 'cowries' },
    { NODE_ENV: 'prod' },
    { DATABASE_URL: 'junk' },
    { DATABASE_URL: 'postgresql://owner:a/b@db:port/mfuko' },
    { BACKUP_DATABASE_URL: 'db.example.ke' },
    { MOVE_DATABASE_URL: 'https://db.example.ke' },
    { PUBLIC_URL: 'https:mfuko.example.ke' },
    { PUBLIC_URL: 'https://school:secret@mfuko.example.ke' },
    { PUBLIC_URL: 'https://mfuko.example.ke?school=1' },
    { PUBLIC_URL: 'https://mfuko.example.ke#top' },
    { SCANNER_URL: '127.0.0.1:8080' },
    { SCANNER_URL: 'http://127.0.0.1:8080' },
    { SCANNER_URL: 'ws://127.0.0.1:8080#reader' },
    { TIME_SERVER: 'time.school.ke:0' },
    { TIME_SERVER: 'time.school.ke:65536' },
  ])('names the setting with an invalid value: %o', (env) => {
    expect(() => readConfig({ DATA_DIR: dataDir, ...env })).toThrow(Object.keys(env)[0]);
  });

  it.each([
    'postgresql:///mfuko?host=/run/postgresql',
    'postgres://owner:p%40ss@/mfuko?host=/run/postgresql',
    'postgres://owner@db.example.ke:5432/mfuko?sslmode=verify-full',
    'socket:/run/postgresql?db=mfuko',
    '/run/postgresql mfuko',
  ])('accepts each form of DATABASE_URL that the driver reads: %s', (url) => {
    expect(readConfig({ DATA_DIR: dataDir, DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  it('names the replacement of a renamed or removed setting', () => {
    expect(() => readConfig({ DATA_DIR: dataDir, RECORD_TOGETHER: '8' })).toThrow('BATCH_MAX_CALLS');
    expect(() => readConfig({ DATA_DIR: dataDir, MFUKO_CRASH_AT: 'before-commit:1' })).toThrow('FAILPOINT');
    expect(() => readConfig({ DATA_DIR: dataDir, MAP_PROVIDER: 'google' })).toThrow('MAP_TILE_URL');
  });

  it('accepts only wss origins in READER_ORIGINS', () => {
    const READER_ORIGINS = 'wss://gate.lan:8443, WSS://*.Readers.Shule.example,wss://192.168.1.20:8443';
    expect(readConfig({ DATA_DIR: dataDir }).readerOrigins).toEqual([]);
    expect(readConfig({ DATA_DIR: dataDir, READER_ORIGINS }).readerOrigins).toEqual([
      'wss://gate.lan:8443',
      'wss://*.readers.shule.example',
      'wss://192.168.1.20:8443',
    ]);
    for (const bad of [
      'ws://gate.lan:8443',
      'https://gate.lan:8443',
      'gate.lan:8443',
      'wss://*',
      'wss://*:8443',
      'wss://gate.*:8443',
      'wss://gate.lan:*',
      'wss://gate.lan:99999',
      'wss://gate.lan:8443/path',
      'wss://me@gate.lan',
      'wss:',
      "wss://gate.lan; script-src 'unsafe-inline'",
      'wss://gate.lan wss://other.lan',
      'wss://gate.lan,',
    ])
      expect(() => readConfig({ DATA_DIR: dataDir, READER_ORIGINS: bad }), bad).toThrow(
        'READER_ORIGINS must be addresses like wss://gate.lan:8443',
      );
  });

  it('accepts a DATA_DIR that cannot be looked at, for the program to report', () => {
    expect(readConfig({ DATA_DIR: `/${'x'.repeat(300)}` }).dataDir).toHaveLength(301);
  });

  it('treats an empty variable as not set', () => {
    expect(readConfig({ DATA_DIR: dataDir, PORT: '', MASTER_KEY: '', SMS_PRICE: ' ' })).toMatchObject({
      port: 4000,
      smsPrice: 8_000,
    });
  });

  it('begins the error for a rejected key with the name of the setting', () => {
    expect(refusalOf({ MASTER_KEY: 'a-secret-that-is-short' })).toMatch(/^MASTER_KEY must be/);
    expect(refusalOf({ APP_WIRE_KEY: 'a-secret' })).toMatch(/^APP_WIRE_KEY must be 16/);
  });

  it.each(['MASTER_KEY', 'APP_WIRE_KEY'])('keeps the value of a rejected %s out of the error', (name) => {
    expect(refusalOf({ [name]: 'a-secret' })).not.toContain('a-secret');
  });
});

/** Returns the message by which these settings are refused. */
function refusalOf(env: Record<string, string>): string {
  try {
    readConfig({ DATA_DIR: dataDir, ...env });
  } catch (error) {
    return String(error instanceof Error ? error.message : error);
  }
  throw new Error('The settings are accepted.');
}
