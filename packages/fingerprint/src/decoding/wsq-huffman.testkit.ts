/** Symbol and the bits behind it. */
type Code = readonly [symbol: number, extra?: number, bits?: number];

/** The Huffman table of a block (its number first) and its data, filled up with ones. */
export function encodeValues(values: readonly number[], table: number): { table: Buffer; data: Buffer } {
  const codes = codesOf(values);
  const counts = new Map<number, number>();
  for (const [symbol] of codes) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  const lengths = lengthsOf(counts);
  const ordered = [...lengths].sort(([a, x], [b, y]) => x - y || a - b);
  const perLength = Buffer.alloc(16);
  const written = new Map<number, string>();
  let code = 0;
  let before = 0;
  for (const [symbol, length] of ordered) {
    code *= 2 ** (length - before);
    before = length;
    perLength[length - 1]!++;
    written.set(symbol, (code++).toString(2).padStart(length, '0'));
  }
  const bits = codes
    .map(
      ([symbol, extra = 0, width = 0]) =>
        written.get(symbol)! + (width > 0 ? extra.toString(2).padStart(width, '0') : ''),
    )
    .join('');
  return { table: Buffer.from([table, ...perLength, ...ordered.map(([symbol]) => symbol)]), data: bytesOf(bits) };
}

function codesOf(values: readonly number[]): Code[] {
  const codes: Code[] = [];
  for (let at = 0; at < values.length; ) {
    const value = values[at]!;
    let run = 0;
    while (values[at + run] === 0 && run < 0xffff) run++;
    at += Math.max(1, run);
    const size = Math.abs(value);
    if (run > 255) codes.push([106, run, 16]);
    else if (run > 100) codes.push([105, run, 8]);
    else if (run > 0) codes.push([run]);
    else if (value > -74 && value < 75) codes.push([value + 180]);
    else if (size > 255) codes.push([value > 0 ? 103 : 104, size, 16]);
    else codes.push([value > 0 ? 101 : 102, size, 8]);
  }
  return codes;
}

/** Lengths of the codes by how often each symbol is used. One that nobody uses takes the code of ones alone, which none may have. */
function lengthsOf(counts: ReadonlyMap<number, number>): Map<number, number> {
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
  // None is taken for very seldom, so that no code grows longer than 16 bits.
  let parts = [...counts].map(([symbol, n]) => ({ symbols: [symbol], n: Math.max(n, total / 1000) }));
  parts.push({ symbols: [-1], n: 0 });
  const lengths = new Map([...counts.keys(), -1].map((symbol) => [symbol, 0]));
  while (parts.length > 1) {
    parts = parts.sort((a, b) => b.n - a.n);
    const [a, b] = [parts.pop()!, parts.pop()!];
    for (const symbol of [...a.symbols, ...b.symbols]) lengths.set(symbol, lengths.get(symbol)! + 1);
    parts.push({ symbols: [...a.symbols, ...b.symbols], n: a.n + b.n });
  }
  lengths.delete(-1);
  return lengths;
}

function bytesOf(bits: string): Buffer {
  const bytes: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    const byte = Number.parseInt(bits.slice(at, at + 8).padEnd(8, '1'), 2);
    bytes.push(byte, ...(byte === 0xff ? [0] : []));
  }
  return Buffer.from(bytes);
}
