import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { correctionOf, qrOf } from './qr.ts';

test("correctionOf returns the error correction of the standard's polynomial", () => {
  // Data of "HELLO WORLD" at level M of version 1, the usual textbook example.
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  expect(correctionOf(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

const drawn = (text: string) => qrOf(text).map((row) => row.map((dark) => (dark ? '#' : '.')).join(''));

test('qrOf draws a short text as in the verified snapshot', () => {
  expect(drawn('mfuko')).toMatchInlineSnapshot(`
    [
      "#######...#.#.#######",
      "#.....#..#..#.#.....#",
      "#.###.#.###.#.#.###.#",
      "#.###.#.#...#.#.###.#",
      "#.###.#.#.#.#.#.###.#",
      "#.....#.##.#..#.....#",
      "#######.#.#.#.#######",
      "........#............",
      "#.#####..###..#####..",
      ".#..#..########..##.#",
      "#.#.#.##.#..#.##...#.",
      "#..#....#..####..###.",
      ".#..#.##....#..#.#.##",
      "........###.#..#.##.#",
      "#######....#.#..####.",
      "#.....#.##.....#####.",
      "#.###.#.#..#.#..#..#.",
      "#.###.#.##.#####.....",
      "#.###.#.#.#.#.##.#...",
      "#.....#..######.###..",
      "#######.#.#.#...#..#.",
    ]
  `);
});

test.each([
  [1, 21],
  [14, 21],
  [15, 25],
  [100, 41],
  [180, 53],
  [181, 57],
  [300, 69],
  [412, 77],
])('qrOf draws %i bytes with %i modules a side', (bytes, side) => {
  const modules = qrOf('otpauth'.padEnd(bytes, 'x').slice(0, bytes));
  expect([modules.length, modules[0]?.length]).toEqual([side, side]);
});

test('qrOf draws a long text as in the verified snapshot', () => {
  const text = `otpauth://totp/Mfuko:Achieng%20Were?secret=${'GEZDGNBVGY3TQOJQ'.repeat(2)}&issuer=Mfuko`;
  const hash = createHash('sha256').update(drawn(text).join('\n')).digest('hex');
  expect(hash).toMatchInlineSnapshot(`"d8e9cb557ebd3499e1bc47097ccc4a147540bf319a7c07e6de10b9d038069afa"`);
});

test('qrOf throws a RangeError for a text of more than 412 bytes', () => {
  expect(() => qrOf('x'.repeat(413))).toThrow(RangeError);
});
