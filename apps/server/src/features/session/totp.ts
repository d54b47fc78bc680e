import { createHmac, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the code of a time step (RFC 6238 with SHA-1, which all authenticators support). */
export function totpAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  // RFC 4226, section 5.3: 31 bits at the offset given by the last half byte.
  const bits = hash.readUInt32BE((hash.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(bits % 10 ** DIGITS).padStart(DIGITS, '0');
}

export function stepAt(unixMs: number): number {
  return Math.floor(unixMs / STEP_MS);
}

/** Returns the time step of a code: the present one, or one step off for inexact clocks; null for none of these. */
export function findStep(secret: Uint8Array, code: string, unixMs: number): number | null {
  const now = stepAt(unixMs);
  // Compare all three in constant time, so that the timing reveals nothing.
  const found = [now, now - 1, now + 1].filter((step) =>
    timingSafeEqual(Buffer.from(totpAt(secret, step)), Buffer.from(code)),
  );
  return found[0] ?? null;
}

/** Encodes base 32 (RFC 4648) without padding, as authenticators expect it. */
export function toBase32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}
