/**
 * The part of `@noble/ciphers` that the seal of the wire is made of: AES-GCM with a nonce of 12 bytes. The build and the tests of the console
 * know it by that name. It is a third of the library's size, and makes no tables of 640 kB before a page can begin. Its key ships to every
 * client and no check rests on the seal (decision 0148): nothing that has to stay secret may ever be given to it.
 */

const BLOCK = 16;
const NONCE = 12;

/** The substitution of AES: the inverse of each byte in its field, and its bits mixed. */
const SBOX = new Uint8Array(256);
for (let power = 1, inverse = 1, first = true; first || power !== 1; first = false) {
  power = (power ^ double(power)) & 255;
  for (const by of [1, 2, 4]) inverse = (inverse ^ (inverse << by)) & 255;
  if (inverse & 128) inverse ^= 9;
  const twice = inverse | (inverse << 8);
  SBOX[power] = (twice ^ (twice >> 4) ^ (twice >> 5) ^ (twice >> 6) ^ (twice >> 7) ^ 99) & 255;
}
SBOX[0] = 99;

function double(byte: number): number {
  return ((byte << 1) ^ (byte & 128 ? 0x11b : 0)) & 255;
}

/** Byte at a place that is there: typed arrays are no wider than the compiler is told. */
function at(bytes: Uint8Array, place: number): number {
  return bytes[place] as number;
}

/** A key of 16, 24 or 32 bytes, drawn out to the keys of all rounds, one after the other. */
function roundKeys(key: Uint8Array): Uint8Array {
  if (![16, 24, 32].includes(key.length)) throw new RangeError('A key has 16, 24 or 32 bytes.');
  const keys = new Uint8Array(BLOCK * (key.length / 4 + 7));
  keys.set(key);
  for (let place = key.length, round = 1; place < keys.length; place += 4) {
    let word = [...keys.subarray(place - 4, place)];
    const into = place % key.length;
    if (into === 0) word = [...word.slice(1), word[0] as number];
    if (into === 0 || (key.length === 32 && into === BLOCK)) word = word.map((byte) => at(SBOX, byte));
    if (into === 0) {
      word[0] = (word[0] as number) ^ round;
      round = double(round);
    }
    word.forEach((byte, index) => {
      keys[place + index] = byte ^ at(keys, place + index - key.length);
    });
  }
  return keys;
}

/** One block by AES. */
function encryptBlock(keys: Uint8Array, block: Uint8Array): Uint8Array {
  let state = block.map((byte, place) => byte ^ at(keys, place));
  for (let from = BLOCK; from < keys.length; from += BLOCK) {
    // Bytes substituted and rows shifted; the last round mixes no columns.
    const shifted = state.map((_, place) => at(SBOX, at(state, (place * 5) % BLOCK)));
    const isLast = from + BLOCK === keys.length;
    state = shifted.map((byte, place) => {
      const below = (step: number) => at(shifted, (place & 12) | ((place + step) & 3));
      const mixed = isLast ? byte : double(byte ^ below(1)) ^ below(1) ^ below(2) ^ below(3);
      return mixed ^ at(keys, from + place);
    });
  }
  return state;
}

/** GHASH of two texts: each block is added to what came before and multiplied by `by` in the field of GCM, and their lengths in bits at last. */
function digest(by: Uint8Array, additional: Uint8Array, sealed: Uint8Array): Uint8Array {
  const sum = new Uint8Array(BLOCK);
  const lengths = new Uint8Array(BLOCK);
  const view = new DataView(lengths.buffer);
  view.setUint32(4, additional.length * 8);
  view.setUint32(12, sealed.length * 8);
  for (const text of [additional, sealed, lengths])
    for (let from = 0; from < text.length; from += BLOCK) {
      add(sum, text.subarray(from, from + BLOCK));
      multiply(sum, by);
    }
  return sum;
}

/** Adds, as all is added in this field, without carrying. */
function add(sum: Uint8Array, more: Uint8Array): void {
  for (let place = 0; place < more.length; place++) sum[place] = at(sum, place) ^ at(more, place);
}

/** Multiplies in place, bit after bit from the left; each bit that leaves the factor on the right comes back as the field's polynomial. */
function multiply(product: Uint8Array, by: Uint8Array): void {
  const given = new DataView(product.buffer);
  const factor = new DataView(by.buffer, by.byteOffset);
  let [a, b, c, d] = [0, 4, 8, 12].map((place) => factor.getUint32(place)) as [number, number, number, number];
  let [w, x, y, z] = [0, 0, 0, 0];
  for (let bit = 0; bit < 128; bit++) {
    if (given.getUint8(bit >> 3) & (128 >> (bit & 7))) [w, x, y, z] = [w ^ a, x ^ b, y ^ c, z ^ d];
    const out = d & 1;
    d = (d >>> 1) | (c << 31);
    c = (c >>> 1) | (b << 31);
    b = (b >>> 1) | (a << 31);
    a = (a >>> 1) ^ (out && 0xe1000000);
  }
  for (const [index, word] of [w, x, y, z].entries()) given.setUint32(index * 4, word);
}

/** AES-GCM, by the name and in the form that the library has it. `decrypt` throws where the tag is not that of the text. */
export function gcm(key: Uint8Array, nonce: Uint8Array, additional: Uint8Array) {
  if (nonce.length !== NONCE) throw new RangeError('A nonce has 12 bytes.');
  const keys = roundKeys(key);
  const by = encryptBlock(keys, new Uint8Array(BLOCK));
  /** The stream of a block by its number; the first makes the tag. */
  function stream(number: number): Uint8Array {
    const counter = new Uint8Array(BLOCK);
    counter.set(nonce);
    new DataView(counter.buffer).setUint32(NONCE, number);
    return encryptBlock(keys, counter);
  }
  function crypt(text: Uint8Array): Uint8Array {
    const out = new Uint8Array(text);
    for (let from = 0; from < out.length; from += BLOCK)
      add(out.subarray(from, from + BLOCK), stream(from / BLOCK + 2).subarray(0, out.length - from));
    return out;
  }
  function tagOf(sealed: Uint8Array): Uint8Array {
    const tag = digest(by, additional, sealed);
    add(tag, stream(1));
    return tag;
  }
  return {
    encrypt(text: Uint8Array): Uint8Array {
      const sealed = crypt(text);
      const out = new Uint8Array(sealed.length + BLOCK);
      out.set(sealed);
      out.set(tagOf(sealed), sealed.length);
      return out;
    },
    decrypt(whole: Uint8Array): Uint8Array {
      const length = whole.length - BLOCK;
      const sealed = whole.subarray(0, Math.max(length, 0));
      if (length < 0 || !tagOf(sealed).every((byte, place) => byte === at(whole, length + place)))
        throw new Error('The tag is another.');
      return crypt(sealed);
    },
  };
}
