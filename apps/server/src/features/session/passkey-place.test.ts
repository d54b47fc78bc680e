import { expect, test } from 'vitest';
import { passkeyPlace } from './passkey-place.ts';

test.each([
  ['https://shule.example', 'shule.example', 'https://shule.example', null],
  ['https://shule.example:8443/', 'shule.example', 'https://shule.example:8443', null],
  ['http://127.0.0.1:4000', 'localhost', 'http://localhost:4000', null],
  ['http://[::1]:4000', 'localhost', 'http://localhost:4000', null],
  ['http://localhost:4000', 'localhost', 'http://localhost:4000', null],
  ['http://192.168.1.20:4000', '192.168.1.20', 'http://192.168.1.20:4000', 'number'],
  ['https://192.168.1.20', '192.168.1.20', 'https://192.168.1.20', 'number'],
  ['https://[fd00::1]', 'fd00::1', 'https://[fd00::1]', 'number'],
  ['http://shule.local', 'shule.local', 'http://shule.local', 'insecure'],
])('passkeyPlace of %s', (publicUrl, rpId, origin, cannot) => {
  expect(passkeyPlace(publicUrl)).toEqual({ rpId, origin, cannot });
});
