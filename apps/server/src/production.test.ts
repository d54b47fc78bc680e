import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { weaknessOfProduction } from './production.ts';

const SOUND = {
  publicUrl: 'https://mfuko.example.ke',
  wireKey: 'k7QpZ2xV9mT4bR1s',
  masterKey: Buffer.from('b3c1f04e8a9d27561e0c7f4b52d68a93e1770d2fb64c8a35904e21bd7fc6083a', 'hex').toString('base64'),
  databaseUrl: null,
  poolerUrl: null,
};
const base64 = (bytes: number[]) => Buffer.from(bytes).toString('base64');

describe('weaknessOfProduction', () => {
  it('returns null for sound settings and random keys', () => {
    expect(weaknessOfProduction(SOUND)).toBe(null);
    for (let i = 0; i < 200; i++) {
      const masterKey = randomBytes(32).toString('base64');
      const wireKey = randomBytes(12).toString('base64');
      expect(weaknessOfProduction({ ...SOUND, masterKey, wireKey })).toBe(null);
    }
  });

  it.each([
    ['APP_WIRE_KEY', { wireKey: '0000000000000000' }],
    ['APP_WIRE_KEY', { wireKey: 'abababababababab' }],
    ['APP_WIRE_KEY', { wireKey: 'abcdefghijklmnop' }],
    ['APP_WIRE_KEY', { wireKey: '0123456789abcdef' }],
    ['MASTER_KEY', { masterKey: base64(Array.from({ length: 32 }, () => 0)) }],
    ['MASTER_KEY', { masterKey: base64(Array.from({ length: 32 }, (_, i) => i)) }],
    ['MASTER_KEY', { masterKey: base64(Array.from({ length: 32 }, (_, i) => 255 - i)) }],
    ['MASTER_KEY', { masterKey: base64(Array.from({ length: 32 }, (_, i) => i % 8)) }],
    ['PUBLIC_URL', { publicUrl: 'http://mfuko.example.ke' }],
    ['PUBLIC_URL', { publicUrl: 'http://41.90.1.2:4000' }],
    ['PUBLIC_URL', { publicUrl: 'http://172.32.0.1' }],
    ['PUBLIC_URL', { publicUrl: 'http://[2a00::1]' }],
    ['DATABASE_URL', { databaseUrl: 'postgres://owner:secret@db.example.ke/mfuko' }],
    ['DATABASE_URL', { databaseUrl: 'postgres://owner:secret@10.0.0.5/mfuko?sslmode=prefer' }],
    ['DATABASE_URL', { databaseUrl: 'postgres://owner:secret@db.example.ke/mfuko?sslmode=no-verify' }],
    [
      'DATABASE_URL',
      { databaseUrl: 'postgres://owner:secret@db.example.ke/mfuko?sslmode=require&uselibpqcompat=true' },
    ],
    ['DATABASE_URL', { databaseUrl: 'postgres://owner:secret@db.example.ke/mfuko?sslmode=require&sslmode=no-verify' }],
    ['DATABASE_URL', { databaseUrl: 'postgres:///mfuko?host=db.example.ke&password=secret' }],
    ['DATABASE_URL', { databaseUrl: 'postgres:///mfuko?host=localhost&host=db.example.ke&password=secret' }],
    ['DATABASE_URL', { databaseUrl: 'postgres://owner:secret@127.example.ke/mfuko' }],
    ['DATABASE_POOLER_URL', { poolerUrl: 'postgres://pooler.example.ke:6432/mfuko' }],
  ])('names %s as weak: %o', (name, change) => {
    const why = weaknessOfProduction({ ...SOUND, ...change });
    expect(why).toContain(name);
    expect(why).not.toContain('secret');
  });

  it.each([
    'http://127.0.0.1:4000',
    'http://localhost:4000',
    'http://192.168.1.10',
    'http://172.31.0.1',
    'http://[::1]:4000',
    'http://[fd00::5]',
    'http://shule.local',
    'http://school-box:4000',
  ])('accepts a private address without TLS: %s', (publicUrl) => {
    expect(weaknessOfProduction({ ...SOUND, publicUrl })).toBe(null);
  });

  it.each([
    'postgres://owner:secret@127.0.0.1/mfuko',
    'postgres://owner:secret@localhost/mfuko',
    'postgres:///mfuko?host=/run/postgresql',
    'postgres://owner:secret@/mfuko?host=/run/postgresql',
    'postgres://owner:secret@db.example.ke/mfuko?sslmode=verify-full',
  ])('accepts a local database, or a remote one with verified TLS: %s', (databaseUrl) => {
    expect(weaknessOfProduction({ ...SOUND, databaseUrl })).toBe(null);
  });
});

/** Self-signed certificate of this test, which no authority vouches for. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUerZhhm4b4FBAqQ9dDyS3kxg9xSowCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyODAwNDM0NFoYDzIxMjYxMTA0
MDA0MzQ0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAShHhSwgy67fUFcjimgW6tpl1hiQqSfcTKLokBrOVklyQ99fQgxgPHS
5e8uyesfkR8+hbvDieb1zJ0BEz5ehmI/o28wbTAdBgNVHQ4EFgQUT0TDiLdauong
vT01/bP6bg10srIwHwYDVR0jBBgwFoAUT0TDiLdauongvT01/bP6bg10srIwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAK196aD85l4WBfYm6no8HaK2r2vJ5yXKqNnn/YwvjDKOAiBy
5qFrVWj/fiSSDXzf3avJW4L7/srE/ge2o5RzEr0NsA==
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg7YI8CSGF/9KzJug/
T7wjCG8CyZPdC/cF1MYFcM/kBZqhRANCAAShHhSwgy67fUFcjimgW6tpl1hiQqSf
cTKLokBrOVklyQ99fQgxgPHS5e8uyesfkR8+hbvDieb1zJ0BEz5ehmI/
-----END PRIVATE KEY-----`;

it.each(['require', 'verify-ca', 'verify-full'])(
  'the database client sends nothing to a server with a self-signed certificate: sslmode=%s',
  async (mode) => {
    let told = '';
    const database = createServer((socket) =>
      socket.once('data', () => {
        socket.write('S');
        const secure = new TLSSocket(socket, { isServer: true, cert: CERTIFICATE, key: KEY });
        secure.on('data', (text) => (told += text)).on('error', () => undefined);
      }),
    );
    database.listen(0, '127.0.0.1');
    await once(database, 'listening');
    onTestFinished(() => void database.close());
    const { port } = database.address() as AddressInfo;
    const connectionString = `postgres://owner:secret@localhost:${port}/mfuko?sslmode=${mode}`;
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
    await expect(client.connect()).rejects.toThrow(/self-signed certificate/);
    expect(told).toBe('');
  },
);
