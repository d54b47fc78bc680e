import type { Frame, Scan } from './jpeg-coefficients.ts';
import { readBlock } from './jpeg-coefficients.ts';
import { startBits } from './jpeg-huffman.ts';
import { ImageError } from './pixels.ts';

/** Reads the coefficients of a scan into its components; answers where the next marker is. */
export function readScan(bytes: Uint8Array, start: number, frame: Frame, scan: Scan): number {
  const { parts, restartEvery } = scan;
  const alone = parts.length === 1 ? parts[0]!.component : undefined;
  const across = alone ? alone.columns : frame.unitsAcross;
  const units = across * (alone ? alone.rows : frame.unitsDown);
  const run = { left: 0 };
  let bits = startBits(bytes, start);
  for (const { component } of parts) component.predictor = 0;
  for (let unit = 0; unit < units; unit++) {
    if (restartEvery > 0 && unit > 0 && unit % restartEvery === 0) {
      const marker = nextMarker(bytes, bits.at);
      if ((bytes[marker]! & 0xf8) !== 0xd0) throw new ImageError('The JPEG is damaged.');
      bits = startBits(bytes, marker + 1);
      run.left = 0;
      for (const { component } of parts) component.predictor = 0;
    }
    const x = unit % across;
    const y = (unit - x) / across;
    if (alone) {
      readBlock(bits, frame.progressive, scan, parts[0]!, (y * alone.stride + x) * 64, run);
      continue;
    }
    for (const part of parts) {
      const { across: h, down: v, stride } = part.component;
      for (let j = 0; j < v; j++)
        for (let i = 0; i < h; i++)
          readBlock(bits, frame.progressive, scan, part, ((y * v + j) * stride + x * h + i) * 64, run);
    }
  }
  return nextMarker(bytes, bits.at) - 1;
}

/** Where the second byte of the next marker is. */
function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] === 0xff && bytes[at + 1] !== 0 && bytes[at + 1] !== 0xff) return at + 1;
  }
  throw new ImageError('The picture is cut off.');
}
