import { describe, expect, test } from 'vitest';
import { randomFrom } from '../synthetic/random.ts';
import { canvasOf } from './canvas.ts';
import { addUpByKernel, addUpPlainly } from './clarity.ts';
import { sumGradients, sumGradientsByKernel, sumGradientsPlainly } from './gradients.ts';
import { noise, randomBlocks, randomFlow, SIZES } from './noise.testkit.ts';
import { findPoles, findPolesByKernel, findPolesPlainly } from './poles.ts';
import { measureByKernel, measurePlainly, measureSpectra } from './spectra.ts';
import { DIRECTIONS } from './waves.ts';

describe.each(SIZES)('WebAssembly equals plain code to the last bit, on %i by %i pixels', (width, height) => {
  const asked = randomBlocks(width, height, 1);
  const others = randomBlocks(width, height, 7);
  const flow = randomFlow(width, height, 2);
  const [ridges, even, odd] = [3, 4, 5].map((seed) => noise(width, height, seed)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];

  /** The pictures where an extraction leaves them: the kernel's memory is then not cleared from one call to the next. */
  function laid() {
    const canvas = canvasOf(width, height)!;
    canvas.ridges.set(ridges);
    canvas.even.set(even);
    canvas.odd.set(odd);
    return canvas;
  }

  test('for the squared gradients of blocks, of ridges and waves', () => {
    const plain = sumGradientsPlainly(ridges, width, height, asked);
    expect(plain.some((sum) => sum < -10)).toBe(true);
    sumGradientsByKernel(laid().ridges, width, height, others);
    expect(sumGradientsByKernel(laid().ridges, width, height, asked)).toEqual(plain);
    expect(sumGradientsByKernel(laid().even, width, height, asked)).toEqual(
      sumGradientsPlainly(even, width, height, asked),
    );
    expect(sumGradients(ridges, width, height, asked)).toEqual(plain);
  });

  test('for the part of the ridges that the waves explain', () => {
    const plain = addUpPlainly(ridges, even, odd, width, height, asked);
    expect(Math.min(...plain.all.filter((_, i) => asked[i]! > 0))).toBeGreaterThan(0);
    const canvas = laid();
    addUpByKernel(canvas.ridges, canvas.even, canvas.odd, width, height, others);
    expect(addUpByKernel(canvas.ridges, canvas.even, canvas.odd, width, height, asked)).toEqual(plain);
    expect(addUpByKernel(ridges, even, odd, width, height, asked)).toEqual(plain);
  });

  test('for the poles of the phase', () => {
    const columns = Math.ceil(width / 4);
    const random = randomFrom(width, 6);
    // Tiles of like directions, and such as lie on either side of none.
    const direction = Uint8Array.from({ length: columns * Math.ceil(height / 4) }, () =>
      random() < 0.5 ? DIRECTIONS - 1 : Math.floor(random() * DIRECTIONS),
    );
    const waves = { even, odd, direction, tiles: columns };
    const plain = findPolesPlainly(waves, width, height, asked, flow);
    expect(plain.count).toBeGreaterThan(20);
    const there = { ...waves, even: laid().even, odd: laid().odd };
    findPolesByKernel(there, width, height, others, flow);
    expect(findPolesByKernel(there, width, height, asked, flow)).toEqual(plain);
    expect(findPoles(waves, width, height, asked, flow)).toEqual(plain);
  });

  test('for the spectra of the ridges', () => {
    const weights = asked.map((one, i) => (one * (i % 5)) / 3);
    const plain = measurePlainly(ridges, width, height, flow, weights);
    expect(plain.some((power) => power > 1)).toBe(true);
    measureByKernel(laid().ridges, width, height, flow, others);
    expect(measureByKernel(laid().ridges, width, height, flow, weights)).toEqual(plain);
    expect(measureSpectra(ridges, width, height, flow, weights)).toEqual(plain);
  });
});
