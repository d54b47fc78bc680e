import type { GreyImage } from '@mfuko/fingerprint/image';
import { bell, between, hills, randomFrom } from '@mfuko/fingerprint/synthetic/random';

const PAPER = 255;

/**
 * Returns a stored picture as if taken again. `as it is` changes only the sensor's noise, because no reader gives the same pixels twice;
 * `laid anew` also moves, turns and stretches the finger; `dirty` degrades it. The same seed gives the same picture.
 */
export function vary(image: GreyImage, seed: number, how: 'as it is' | 'laid anew' | 'dirty'): GreyImage {
  const random = randomFrom(seed, 0x5ca44e4);
  const { width, height } = image;
  const still = how === 'as it is';
  const dirty = how === 'dirty';
  const turn = still ? 0 : bell(random, 0.07);
  const [shiftX, shiftY] = still ? [0, 0] : [bell(random, 8), bell(random, 8)];
  const [pullX, pullY] = [hills(random, 90), hills(random, 90)];
  const bare = hills(random, 50);
  const contrast = still ? 1 : between(random, 0.88, 1.05);
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const u = x - width / 2 - shiftX;
      const v = y - height / 2 - shiftY;
      const grey = still
        ? (image.pixels[y * width + x] ?? PAPER)
        : greyAt(
            image,
            width / 2 + u * Math.cos(turn) + v * Math.sin(turn) + 5 * pullX(x, y),
            height / 2 + v * Math.cos(turn) - u * Math.sin(turn) + 5 * pullY(x, y),
          );
      const ink = dirty && bare(x, y) > -0.15 ? 0.1 : contrast;
      pixels[y * width + x] = Math.max(
        0,
        Math.min(255, Math.round(PAPER - (PAPER - grey) * ink + (random() - 0.5) * (dirty ? 120 : 3))),
      );
    }
  }
  return { width, height, dpi: image.dpi, pixels };
}

function greyAt(image: GreyImage, x: number, y: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const s = x - i;
  const t = y - j;
  const at = (column: number, row: number) =>
    column < 0 || row < 0 || column >= image.width || row >= image.height
      ? PAPER
      : (image.pixels[row * image.width + column] ?? PAPER);
  return (at(i, j) * (1 - s) + at(i + 1, j) * s) * (1 - t) + (at(i, j + 1) * (1 - s) + at(i + 1, j + 1) * s) * t;
}
