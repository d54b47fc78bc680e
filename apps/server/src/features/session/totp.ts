import { createHmac, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Code of a time step (RFC 6238 with SHA-1, which all authenticators know). */
export function totpAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  // RFC 4226, 5.3: 31 bits, from where the last half byte says.
  const bits = hash.readUInt32BE((hash.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(bits % 10 ** DIGITS).padStart(DIGITS, '0');
}

export function stepAt(unixMs: number): number {
  return Math.floor(unixMs / STEP_MS);
}

/** The time step whose code that is: now, or one step off for clocks that are; null for none of these. */
export function findStep(secret: Uint8Array, code: string, unixMs: number): number | null {
  const now = stepAt(unixMs);
  // Each is compared, so that the time tells nothing.
  const found = [now, now - 1, now + 1].filter((step) =>
    timingSafeEqual(Buffer.from(totpAt(secret, step)), Buffer.from(code)),
  );
  return found[0] ?? null;
}

/** Base 32 (RFC 4648) without padding, as authenticators take it. */
export function toBase32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}
