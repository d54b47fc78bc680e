/** Encodes ASN.1 by the distinguished encoding rules (X.690), as far as a certificate needs them. */

function encode(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  if (body.length < 0x80) return Buffer.concat([Buffer.of(tag, body.length), body]);
  const length = Buffer.from(hexOf(body.length), 'hex');
  return Buffer.concat([Buffer.of(tag, 0x80 | length.length), length, body]);
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => encode(0x30, ...parts);
export const set = (...parts: readonly Uint8Array[]): Buffer => encode(0x31, ...parts);
export const octets = (content: Uint8Array): Buffer => encode(0x04, content);
export const utf8 = (text: string): Buffer => encode(0x0c, Buffer.from(text));
export const yes = Buffer.of(0x01, 1, 0xff);

/** Encodes a bit string of whole bytes, of whose last one `unused` bits are not used. */
export const bits = (content: Uint8Array, unused = 0): Buffer => encode(0x03, Buffer.of(unused), content);

/** Encodes a non-negative integer, given as its bytes. */
export function integer(content: Uint8Array): Buffer {
  const first = content.findIndex((byte) => byte !== 0);
  const least = first === -1 ? Buffer.of(0) : content.subarray(first);
  return encode(0x02, (least[0] ?? 0) >= 0x80 ? Buffer.of(0) : Buffer.alloc(0), least);
}

/** Encodes an object identifier such as `2.5.29.17`. */
export function oid(name: string): Buffer {
  const [first = 0, second = 0, ...rest] = name.split('.').map(Number);
  return encode(0x06, Buffer.of(first * 40 + second), ...rest.map(base128));
}

/** Encodes a time to the second: with a two-digit year until 2049, four digits after that (RFC 5280). */
export function time(at: number): Buffer {
  const text = new Date(at).toISOString().replace(/\.\d+Z$|[-:T]/g, '');
  return at < Date.UTC(2050) ? encode(0x17, Buffer.from(`${text.slice(2)}Z`)) : encode(0x18, Buffer.from(`${text}Z`));
}

/** Encodes an element with a context-specific tag. `built`: consists of elements itself. */
export const tagged = (number: number, content: Uint8Array, built: boolean): Buffer =>
  encode((built ? 0xa0 : 0x80) | number, content);

function base128(value: number): Buffer {
  const digits = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return Buffer.from(digits);
}

function hexOf(value: number): string {
  const hex = value.toString(16);
  return hex.length % 2 === 0 ? hex : `0${hex}`;
}
