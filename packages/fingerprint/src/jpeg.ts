import { renderComponent } from './jpeg-blocks.ts';
import type { Component, Frame } from './jpeg-coefficients.ts';
import { ZIGZAG } from './jpeg-coefficients.ts';
import type { HuffmanTable } from './jpeg-huffman.ts';
import { buildTable } from './jpeg-huffman.ts';
import { readScan } from './jpeg-scan.ts';
import { byteAt, checkSize, greyOf, ImageError, plausibleDpi, slice, u16 } from './pixels.ts';

const CM_AN_INCH = 2.54;
/** Progressive files have about ten; hundreds of near-empty ones would keep the reader busy for nothing. */
const MOST_SCANS = 100;

/** What the segments before and between the scans have told so far. */
interface Tables {
  readonly quant: (Uint16Array | undefined)[];
  readonly dc: (HuffmanTable | undefined)[];
  readonly ac: (HuffmanTable | undefined)[];
  restartEvery: number;
  jfif: boolean;
  /** Adobe's word on the colours: 0 for RGB as it is. */
  adobe: number | undefined;
  dpi: number | undefined;
}

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}

/** Reads a baseline or progressive JPEG, grey, YCbCr or RGB, as grey. */
export function decodeJpeg(bytes: Uint8Array): {
  width: number;
  height: number;
  dpi: number | undefined;
  pixels: Uint8Array;
} {
  const tables: Tables = { quant: [], dc: [], ac: [], restartEvery: 0, jfif: false, adobe: undefined, dpi: undefined };
  let frame: Frame | undefined;
  let scans = 0;
  for (let at = 2; ; ) {
    if (byteAt(bytes, at) !== 0xff) throw new ImageError('The JPEG is damaged.');
    const marker = byteAt(bytes, at + 1);
    at += marker === 0xff ? 1 : 2;
    if (marker === 0xff || marker === 0x01 || (marker & 0xf8) === 0xd0) continue;
    if (marker === 0xd9) break;
    const length = u16(bytes, at, false);
    const body = slice(bytes, at + 2, length - 2);
    at += length;
    if (marker === 0xc4) readHuffman(body, tables);
    else if (marker === 0xdb) readQuant(body, tables);
    else if (marker === 0xdd) tables.restartEvery = u16(body, 0, false);
    else if (marker === 0xe0) readJfif(body, tables);
    else if (marker === 0xee) readAdobe(body, tables);
    else if (marker === 0xda) {
      scans++;
      if (frame === undefined || scans > MOST_SCANS) throw new ImageError('The JPEG is damaged.');
      at = startScan(bytes, at, body, frame, tables);
    } else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8 && marker !== 0xcc) {
      if (frame !== undefined || marker > 0xc2) throw new ImageError('The JPEG is of a kind that cannot be read.');
      frame = readFrame(body, marker === 0xc2);
    }
  }
  if (frame === undefined || frame.components.some((c) => c.quant === undefined))
    throw new ImageError('The picture is cut off.');
  return { width: frame.width, height: frame.height, dpi: tables.dpi, pixels: paint(frame, isRgb(frame, tables)) };
}

function readHuffman(body: Uint8Array, tables: Tables): void {
  for (let at = 0; at < body.length; ) {
    const head = byteAt(body, at);
    const counts = slice(body, at + 1, 16);
    const values = slice(
      body,
      at + 17,
      counts.reduce((sum, n) => sum + n, 0),
    );
    if (head >> 4 > 1 || (head & 15) > 3) throw new ImageError('The JPEG is damaged.');
    (head >> 4 === 0 ? tables.dc : tables.ac)[head & 15] = buildTable(counts, values);
    at += 17 + values.length;
  }
}

function readQuant(body: Uint8Array, tables: Tables): void {
  for (let at = 0; at < body.length; ) {
    const head = byteAt(body, at);
    const wide = head >> 4 === 1;
    const table = new Uint16Array(64);
    for (let i = 0; i < 64; i++) table[ZIGZAG[i]!] = wide ? u16(body, at + 1 + 2 * i, false) : byteAt(body, at + 1 + i);
    if (head >> 4 > 1 || (head & 15) > 3) throw new ImageError('The JPEG is damaged.');
    tables.quant[head & 15] = table;
    at += wide ? 129 : 65;
  }
}

function readJfif(body: Uint8Array, tables: Tables): void {
  if (body.length < 12 || String.fromCharCode(...body.subarray(0, 5)) !== 'JFIF\0') return;
  tables.jfif = true;
  const scale = body[7] === 1 ? 1 : body[7] === 2 ? CM_AN_INCH : 0;
  tables.dpi = plausibleDpi(u16(body, 8, false) * scale, u16(body, 10, false) * scale);
}

function readAdobe(body: Uint8Array, tables: Tables): void {
  if (body.length >= 12 && String.fromCharCode(...body.subarray(0, 5)) === 'Adobe') tables.adobe = body[11];
}

function readFrame(body: Uint8Array, progressive: boolean): Frame {
  const height = u16(body, 1, false);
  const width = u16(body, 3, false);
  const count = byteAt(body, 5);
  checkSize(width, height);
  if (body[0] !== 8 || (count !== 1 && count !== 3)) throw new ImageError('The JPEG is of a kind that cannot be read.');
  const stated = Array.from({ length: count }, (_, i) => {
    const factors = byteAt(body, 7 + 3 * i);
    const [across, down] = [factors >> 4, factors & 15];
    if (across < 1 || across > 4 || down < 1 || down > 4) throw new ImageError('The JPEG is damaged.');
    return { id: byteAt(body, 6 + 3 * i), across, down, quantTable: byteAt(body, 8 + 3 * i) };
  });
  const mostAcross = Math.max(...stated.map((c) => c.across));
  const mostDown = Math.max(...stated.map((c) => c.down));
  const unitsAcross = Math.ceil(width / (8 * mostAcross));
  const unitsDown = Math.ceil(height / (8 * mostDown));
  const components = stated.map(
    (c): Component => ({
      ...c,
      columns: Math.ceil(Math.ceil((width * c.across) / mostAcross) / 8),
      rows: Math.ceil(Math.ceil((height * c.down) / mostDown) / 8),
      stride: unitsAcross * c.across,
      coefficients: new Int16Array(unitsAcross * c.across * unitsDown * c.down * 64),
      quant: undefined,
      predictor: 0,
    }),
  );
  return { width, height, progressive, components, unitsAcross, unitsDown };
}

function startScan(bytes: Uint8Array, at: number, body: Uint8Array, frame: Frame, tables: Tables): number {
  const count = byteAt(body, 0);
  const parts = Array.from({ length: count }, (_, i) => {
    const id = byteAt(body, 1 + 2 * i);
    const which = byteAt(body, 2 + 2 * i);
    const component = frame.components.find((c) => c.id === id);
    if (component === undefined) throw new ImageError('The JPEG is damaged.');
    component.quant ??= tables.quant[component.quantTable];
    return { component, dc: tables.dc[which >> 4], ac: tables.ac[which & 15] };
  });
  const [from, to, steps] = slice(body, 1 + 2 * count, 3) as unknown as [number, number, number];
  const scan = frame.progressive
    ? { from, to, high: steps >> 4, low: steps & 15 }
    : { from: 0, to: 63, high: 0, low: 0 };
  const fits =
    count >= 1 &&
    count <= 3 &&
    new Set(parts.map((p) => p.component)).size === count &&
    scan.to <= 63 &&
    scan.low <= 13;
  // Progressive files bring the first coefficient apart from the others, and those one component at a time.
  const inOrder = !frame.progressive || (scan.from === 0 ? scan.to === 0 : scan.from <= scan.to && count === 1);
  if (!fits || !inOrder) throw new ImageError('The JPEG is damaged.');
  return readScan(bytes, at, frame, { ...scan, parts, restartEvery: tables.restartEvery });
}

function isRgb(frame: Frame, tables: Tables): boolean {
  if (frame.components.length !== 3) return false;
  if (tables.adobe !== undefined) return tables.adobe === 0;
  return !tables.jfif && String.fromCharCode(...frame.components.map((c) => c.id)) === 'RGB';
}

/** The first component is the grey already, but for RGB. */
function paint(frame: Frame, rgb: boolean): Uint8Array {
  const { width, height, components } = frame;
  const planes = (rgb ? components : components.slice(0, 1)).map((component) => {
    const levels = renderComponent(component);
    const acrossShare = component.across / most(components, 'across');
    const downShare = component.down / most(components, 'down');
    return (x: number, y: number) =>
      levels[Math.floor(y * downShare) * component.stride * 8 + Math.floor(x * acrossShare)]!;
  });
  const [first, second, third] = planes;
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const level = first!(x, y);
      pixels[y * width + x] = second && third ? greyOf(level, second(x, y), third(x, y)) : level;
    }
  }
  return pixels;
}

function most(components: readonly Component[], side: 'across' | 'down'): number {
  return Math.max(...components.map((c) => c[side]));
}
