/** Writes bytes as the tables of the standards do: a row a field, its bytes in hexadecimal and its meaning behind them. */
function bytesOf(rows: readonly (readonly [hex: string, meaning: string])[]): Uint8Array {
  return Uint8Array.from(Buffer.from(rows.map(([hex]) => hex.replaceAll(' ', '')).join(''), 'hex'));
}

const BEGINNING = [
  ['46 4D 52 00', 'format identifier: "FMR" and a zero byte'],
  ['20 32 30 00', 'version: " 20" and a zero byte'],
] as const;

/** Field by field the same in both standards, from the equipment to the reserved byte. */
const HEADER = [
  ['00 00', 'equipment: four bits of certification, twelve of device type; zero: not said'],
  ['01 2C', 'width of the picture: 300 pixels'],
  ['01 90', 'height: 400 pixels'],
  ['00 C5', 'across: 197 pixels a centimetre, 500 dpi'],
  ['00 C5', 'down: the same'],
  ['02', 'two views'],
  ['00', 'reserved'],
] as const;

const FIRST_VIEW = [
  ['07', 'finger position: left index finger'],
  ['00', 'four bits of view number: 0; four of impression type: 0, laid on a reader'],
  ['56', 'quality of the finger: 86'],
  ['03', 'three minutiae'],
] as const;

/** The second view has no minutiae, and extended data that nobody asks for. */
const SECOND_VIEW = [
  ['00 00', 'length of extended data of the first view: none'],
  ['07', 'the same finger'],
  ['10', 'view number 1, impression type 0'],
  ['00', 'quality 0'],
  ['00', 'no minutiae'],
  ['00 06', 'length of extended data: 6 bytes'],
  ['00 01', 'its first area: ridge counts'],
  ['00 06', 'of 6 bytes, these four among them'],
  ['00 00', 'and two of content'],
] as const;

/** A record of ISO/IEC 19794-2:2005, written by hand: 24 bytes of header, views of 4, minutiae of 6. */
export const ISO_RECORD = bytesOf([
  ...BEGINNING,
  ['00 00 00 3C', 'length of the record: 60 bytes'],
  ...HEADER,
  ...FIRST_VIEW,
  ['40 64', 'two bits of kind: 01, a ridge ends; fourteen of x: 100'],
  ['00 C8', 'two reserved bits; fourteen of y: 200, downwards'],
  ['40', 'angle: 64 units of 1.40625 degrees from the right, the way against the clock: 90 degrees, upwards'],
  ['5A', 'quality: 90'],
  ['81 2B', 'kind 10, a bifurcation; x: 299, the last column'],
  ['01 8F', 'y: 399, the last row'],
  ['FF', '255 units: 358.6 degrees'],
  ['64', 'quality: 100'],
  ['00 00', 'kind 00, another one; x: 0'],
  ['00 00', 'y: 0'],
  ['00', 'angle: to the right'],
  ['00', 'quality was not said'],
  ...SECOND_VIEW,
]);

/** The same of ANSI INCITS 378-2004: two bytes of length, four of a product id, angles in units of two degrees. */
export const ANSI_RECORD = bytesOf([
  ...BEGINNING,
  ['00 38', 'length of the record: 56 bytes'],
  ['01 02', 'product id: its owner'],
  ['03 04', 'product id: its type'],
  ...HEADER.slice(0, -2),
  ['01', 'one view'],
  ['00', 'reserved'],
  ...FIRST_VIEW.slice(0, -1),
  ['04', 'four minutiae'],
  ['40 64', 'a ridge ends at x: 100'],
  ['00 C8', 'y: 200'],
  ['2D', '45 units of 2 degrees: 90 degrees, upwards'],
  ['5A', 'quality: 90'],
  ['81 2B', 'a bifurcation at x: 299'],
  ['01 8F', 'y: 399'],
  ['B3', '179 units: 358 degrees'],
  ['64', 'quality: 100'],
  ['00 00', 'another one at x: 0'],
  ['00 00', 'y: 0'],
  ['00', 'to the right'],
  ['00', 'quality was not said'],
  ['40 00', 'a ridge ends at x: 0'],
  ['00 01', 'y: 1'],
  ['5A', '90 units: 180 degrees, to the left'],
  ['01', 'quality: 1'],
  ['00 00', 'length of extended data: none'],
]);
