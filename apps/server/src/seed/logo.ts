import sharp from 'sharp';

/** Draws the demo school's crest, a shield with a sunrise, pixel by pixel: SVG is never decoded. */
export async function demoLogo(): Promise<Buffer> {
  const side = 128;
  const pixels = Buffer.alloc(side * side * 4);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      pixels.set(colourAt((x - 63.5) / 64, (y - 63.5) / 64), (y * side + x) * 4);
    }
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toBuffer();
}

function colourAt(x: number, y: number): [number, number, number, number] {
  const halfWidth = y < 0 ? 0.84 : 0.84 * Math.sqrt(Math.max(0, 1 - y * y * 1.1));
  if (y < -0.92 || Math.abs(x) > halfWidth) return [0, 0, 0, 0];
  if (y > 0.28) return [11, 110, 79, 255];
  if (Math.hypot(x, y - 0.28) < 0.4) return [244, 180, 60, 255];
  return [232, 244, 238, 255];
}
