import type { Component } from './jpeg-coefficients.ts';

/** The cosines of the inverse transform: `WAVES[8 * x + u]`. */
const WAVES = Float32Array.from({ length: 64 }, (_, i) => {
  const x = i >> 3;
  const u = i & 7;
  return (u === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * u * Math.PI) / 16);
});

/** Turns a component's coefficients into levels of 0..255, `8 * stride` to a row. */
export function renderComponent(component: Component): Uint8Array {
  const { coefficients, columns, rows, stride } = component;
  const quant = component.quant ?? new Uint16Array(64);
  const width = 8 * stride;
  const plane = new Uint8Array(width * rows * 8);
  const block = new Float32Array(64);
  const half = new Float32Array(64);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = (row * stride + column) * 64;
      for (let i = 0; i < 64; i++) block[i] = coefficients[at + i]! * quant[i]!;
      transform(block, half);
      for (let y = 0; y < 8; y++) {
        const to = (8 * row + y) * width + 8 * column;
        for (let x = 0; x < 8; x++) {
          const level = Math.round(block[8 * y + x]! + 128);
          plane[to + x] = level < 0 ? 0 : level > 255 ? 255 : level;
        }
      }
    }
  }
  return plane;
}

/** Inverse cosine transform in place: along the rows, then along the columns. */
function transform(block: Float32Array, half: Float32Array): void {
  for (let v = 0; v < 8; v++) {
    for (let x = 0; x < 8; x++) {
      let sum = 0;
      for (let u = 0; u < 8; u++) sum += WAVES[8 * x + u]! * block[8 * v + u]!;
      half[8 * v + x] = sum;
    }
  }
  for (let x = 0; x < 8; x++) {
    for (let y = 0; y < 8; y++) {
      let sum = 0;
      for (let v = 0; v < 8; v++) sum += WAVES[8 * y + v]! * half[8 * v + x]!;
      block[8 * y + x] = sum;
    }
  }
}
