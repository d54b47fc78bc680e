import { createCipheriv, createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { gcm } from '../src/lib/wire-cipher.ts';

/** Bytes that look like chance and are the same in every run. */
function bytes(seed: string, length: number): Uint8Array {
  return new Uint8Array(
    createHash('shake256', { outputLength: length || 1 })
      .update(seed)
      .digest()
      .subarray(0, length),
  );
}

function byOpenssl(key: Uint8Array, nonce: Uint8Array, additional: Uint8Array, text: Uint8Array): Uint8Array {
  const cipher = createCipheriv(`aes-${key.length * 8}-gcm` as 'aes-128-gcm', key, nonce).setAAD(additional);
  return new Uint8Array(Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]));
}

const LENGTHS = [...Array(67).keys(), 255, 256, 257, 4_095, 8_192];

it.each([16, 24, 32])('seals as OpenSSL does with a key of %i bytes, and opens it', (size) => {
  for (const length of LENGTHS)
    for (const more of [0, 1, 12, 16, 33]) {
      const [key, nonce, additional, text] = [
        bytes(`key ${size} ${length}`, size),
        bytes(`nonce ${length} ${more}`, 12),
        bytes(`additional ${length}`, more),
        bytes(`text ${more}`, length),
      ] as const;
      const sealed = gcm(key, nonce, additional).encrypt(text);
      expect(Buffer.from(sealed).toString('hex')).toBe(
        Buffer.from(byOpenssl(key, nonce, additional, text)).toString('hex'),
      );
      expect(Buffer.from(gcm(key, nonce, additional).decrypt(sealed)).equals(text)).toBe(true);
    }
});

it('counts on beyond a byte of blocks, and leaves what it is handed as it was', () => {
  const [key, nonce, additional, text] = [
    bytes('k', 16),
    bytes('n', 12),
    bytes('a', 14),
    bytes('t', 16 * 300),
  ] as const;
  const before = text.slice();
  const sealed = gcm(key, nonce, additional).encrypt(text);
  expect(Buffer.from(sealed).equals(byOpenssl(key, nonce, additional, text))).toBe(true);
  const kept = sealed.slice();
  // A buffer's own slice would be the same memory.
  gcm(key, nonce, additional).decrypt(Buffer.from(sealed.buffer));
  expect([Buffer.from(text).equals(before), Buffer.from(sealed).equals(kept)]).toEqual([true, true]);
});

it('opens nothing of which a bit is another, and nothing that is too short', () => {
  const [key, nonce, additional] = [bytes('k', 16), bytes('n', 12), bytes('a', 14)] as const;
  const sealed = gcm(key, nonce, additional).encrypt(bytes('t', 21));
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const spoilt = sealed.slice();
    spoilt[bit >> 3] = (spoilt[bit >> 3] as number) ^ (1 << (bit & 7));
    expect(() => gcm(key, nonce, additional).decrypt(spoilt)).toThrow();
  }
  for (let length = 0; length < sealed.length; length++)
    expect(() => gcm(key, nonce, additional).decrypt(sealed.slice(0, length))).toThrow();
  expect(() => gcm(key, nonce, bytes('another', 14)).decrypt(sealed)).toThrow();
  expect(() => gcm(bytes('another', 16), nonce, additional).decrypt(sealed)).toThrow();
  expect(() => gcm(key, bytes('another', 12), additional).decrypt(sealed)).toThrow();
});

it('takes no key or nonce of another length', () => {
  for (const length of [0, 15, 17, 31, 33])
    expect(() => gcm(bytes('k', length), bytes('n', 12), bytes('', 0))).toThrow();
  for (const length of [0, 11, 13, 16]) expect(() => gcm(bytes('k', 16), bytes('n', length), bytes('', 0))).toThrow();
});

it('seals for the console what the server opens, and the other way round', async () => {
  const server = await import('@mfuko/contract/seal');
  vi.doMock('@noble/ciphers/aes.js', () => import('../src/lib/wire-cipher.ts'));
  vi.resetModules();
  const web = await import('@mfuko/contract/seal');
  vi.doUnmock('@noble/ciphers/aes.js');
  vi.resetModules();
  const wire = { key: 'a-wire-key-of-16', id: 7 };
  // Else one of them would be compared with itself.
  expect(web.seal).not.toBe(server.seal);
  for (const text of ['', 'x', 'Wanjikũ 🔑 '.repeat(9), JSON.stringify({ v: 'b', n: 'n'.repeat(36), ts: 1 })]) {
    expect(server.open(wire, 'opToken', web.seal(wire, 'opToken', text))).toBe(text);
    expect(web.open(wire, 'opToken', server.seal(wire, 'opToken', text))).toBe(text);
    expect(() => server.open(wire, 'special-key', web.seal(wire, 'opToken', text))).toThrow(server.SealError);
    expect(() => web.open(wire, 'special-key', server.seal(wire, 'opToken', text))).toThrow(web.SealError);
  }
});
