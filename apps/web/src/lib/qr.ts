/**
 * QR codes (ISO/IEC 18004) as far as the console needs them: byte mode, correction level M, up to 412 bytes. The codes are drawn here
 * because they may contain secrets, which no external service may see.
 */
export type QrModules = readonly (readonly boolean[])[];

/** Blocks by version: error correction codewords per block, and number of blocks. */
const BLOCKS: readonly (readonly [number, number])[] = [
  ...[[10, 1] as const, [16, 1] as const, [26, 1] as const, [18, 2] as const, [24, 2] as const],
  ...[[16, 4] as const, [18, 4] as const, [22, 4] as const, [22, 5] as const, [26, 5] as const],
  ...[[30, 5] as const, [22, 8] as const, [22, 9] as const, [24, 9] as const, [24, 10] as const],
];

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** Returns the modules of a text (true is dark), without the quiet zone. Throws RangeError where the text is too long. */
export function qrOf(text: string): QrModules {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, place) => bytes.length <= capacity(place + 1)) + 1;
  if (version === 0) throw new RangeError('The text is too long for a QR code.');
  const bits = interleave(dataOf(bytes, version), version).flatMap((byte) => bitsOf(byte, 8));
  const drawn = MASKS.map((_, mask) => draw(version, bits, mask));
  const penalties = drawn.map(penaltyOf);
  return drawn[penalties.indexOf(Math.min(...penalties))] ?? [];
}

/** Returns the number of codewords of a symbol: all modules except those of the function patterns. */
function codewords(version: number): number {
  const { taken, size } = patterns(version);
  return Math.floor((size * size - taken.size) / 8);
}

function dataCodewords(version: number): number {
  const [correction, blocks] = BLOCKS[version - 1] ?? [0, 0];
  return codewords(version) - correction * blocks;
}

/** Returns the number of data bytes that fit in beside the mode and the count. */
function capacity(version: number): number {
  return Math.floor((dataCodewords(version) * 8 - 4 - countBits(version)) / 8);
}

function countBits(version: number): number {
  return version < 10 ? 8 : 16;
}

function bitsOf(value: number, length: number): boolean[] {
  return Array.from({ length }, (_, place) => ((value >> (length - 1 - place)) & 1) === 1);
}

function dataOf(bytes: Uint8Array, version: number): number[] {
  const room = dataCodewords(version);
  const bits = [...bitsOf(0b0100, 4), ...bitsOf(bytes.length, countBits(version))];
  for (const byte of bytes) bits.push(...bitsOf(byte, 8));
  // Terminator: four zero bits, which also fill up the half byte of the mode.
  bits.push(...bitsOf(0, 4));
  const data: number[] = [];
  for (let at = 0; at < bits.length; at += 8)
    data.push(bits.slice(at, at + 8).reduce((sum, bit) => sum * 2 + Number(bit), 0));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

/** Interleaves the codewords of the data blocks, then those of their error correction; the longer blocks come last. */
function interleave(data: readonly number[], version: number): number[] {
  const [correction, count] = BLOCKS[version - 1] ?? [0, 1];
  const short = Math.floor(data.length / count);
  const shorts = count - (data.length % count);
  const blocks = Array.from({ length: count }, (_, block) => {
    const from = block * short + Math.max(0, block - shorts);
    return data.slice(from, from + short + (block < shorts ? 0 : 1));
  });
  const ends = blocks.map((block) => correctionOf(block, correction));
  const turns = (rows: readonly (readonly number[])[], length: number) =>
    Array.from({ length }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat();
  return [...turns(blocks, short + 1), ...turns(ends, correction)];
}

/** Multiplies in GF(256) with the polynomial of the standard. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product > 127 ? 0x11d : 0);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

/** Returns the Reed-Solomon error correction: the remainder of the block by the generator polynomial of `length` roots. */
export function correctionOf(block: readonly number[], length: number): number[] {
  let generator = [1];
  for (let root = 1, at = 0; at < length; at++, root = times(root, 2)) {
    const next = [...generator, 0];
    generator.forEach((factor, place) => {
      next[place + 1] = (next[place + 1] ?? 0) ^ times(factor, root);
    });
    generator = next;
  }
  const rest = [...block, ...new Array<number>(length).fill(0)];
  block.forEach((_, at) => {
    const lead = rest[at] ?? 0;
    generator.forEach((factor, place) => {
      rest[at + place] = (rest[at + place] ?? 0) ^ times(factor, lead);
    });
  });
  return rest.slice(block.length);
}

/** Returns the function patterns of a version: the occupied modules by `row * size + column`, true for dark ones. */
function patterns(version: number): { readonly size: number; readonly taken: ReadonlyMap<number, boolean> } {
  const size = 17 + 4 * version;
  const taken = new Map<number, boolean>();
  const set = (row: number, column: number, dark: boolean) => {
    if (row >= 0 && column >= 0 && row < size && column < size) taken.set(row * size + column, dark);
  };
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const square = (row: number, column: number, reach: number, light: readonly number[]) => {
    for (let down = -reach; down <= reach; down++)
      for (let right = -reach; right <= reach; right++)
        set(row + down, column + right, !light.includes(Math.max(Math.abs(down), Math.abs(right))));
  };
  const places = alignments(version, size);
  const last = places.length - 1;
  places.forEach((row, i) => {
    places.forEach((column, j) => {
      const corner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (!corner) square(row, column, 2, [1]);
    });
  });
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    square(row, column, 4, [2, 4]);
  // Format and version are written later; their modules are reserved here.
  for (let at = 0; at < 9; at++)
    for (const [row, column] of [
      [8, at],
      [at, 8],
    ] as const)
      if (at !== 6) set(row, column, false);
  for (let at = 1; at < 9; at++) {
    set(8, size - at, false);
    set(size - at, 8, at === 8);
  }
  if (version >= 7) {
    const bits = withRemainder(version, 6, 12, 0x1f25);
    for (let at = 0; at < 18; at++) {
      const dark = ((bits >> at) & 1) === 1;
      const [far, near] = [size - 11 + (at % 3), Math.floor(at / 3)];
      set(near, far, dark);
      set(far, near, dark);
    }
  }
  return { size, taken };
}

function alignments(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((size - 13) / (count - 1) / 2) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => size - 7 - (count - 2 - at) * step)];
}

/** Appends the remainder of the BCH code to a number. */
function withRemainder(value: number, length: number, extra: number, generator: number): number {
  let rest = value << extra;
  for (let bit = length + extra - 1; bit >= extra; bit--) if ((rest >> bit) & 1) rest ^= generator << (bit - extra);
  return (value << extra) | rest;
}

function draw(version: number, bits: readonly boolean[], mask: number): boolean[][] {
  const { size, taken } = patterns(version);
  const rows = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => taken.get(row * size + column) ?? false),
  );
  const put = (row: number, column: number, dark: boolean) => {
    const line = rows[row];
    if (line) line[column] = dark;
  };
  const masked = MASKS[mask] ?? (() => false);
  let at = 0;
  // Fills pairs of columns from the right, alternately upwards and downwards; the column of the timing pattern belongs to no pair.
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (taken.has(row * size + column)) continue;
        put(row, column, (bits[at] ?? false) !== masked(row, column));
        at++;
      }
    }
  }
  // Level M has the indicator 0 in the standard's table.
  const format = withRemainder(mask, 5, 10, 0x537) ^ 0x5412;
  for (let bit = 0; bit < 15; bit++) {
    const dark = ((format >> bit) & 1) === 1;
    const [row, column] = bit < 6 ? [bit, 8] : bit < 8 ? [bit + 1, 8] : bit === 8 ? [8, 7] : [8, 14 - bit];
    put(row, column, dark);
    if (bit < 8) put(8, size - 1 - bit, dark);
    else put(size - 15 + bit, 8, dark);
  }
  return rows;
}

/** Returns the penalty of a symbol by the four rules of the standard; a symbol that is hard to read has a high one. */
function penaltyOf(rows: QrModules): number {
  const size = rows.length;
  const columns = rows.map((_, column) => rows.map((row) => row[column] ?? false));
  let penalty = 0;
  for (const line of [...rows, ...columns]) {
    const text = line.map((dark) => (dark ? '1' : '0')).join('');
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2;
    for (const eye of ['10111010000', '00001011101'])
      for (let at = text.indexOf(eye); at >= 0; at = text.indexOf(eye, at + 1)) penalty += 40;
  }
  for (let row = 1; row < size; row++)
    for (let column = 1; column < size; column++) {
      const own = rows[row]?.[column];
      if (own === rows[row]?.[column - 1] && own === rows[row - 1]?.[column] && own === rows[row - 1]?.[column - 1])
        penalty += 3;
    }
  const dark = rows.flat().filter(Boolean).length;
  return penalty + 10 * Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size));
}
