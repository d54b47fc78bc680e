import { choosePattern, orientationAt } from './orientation.ts';
import { between, ease, hills, randomFrom } from './random.ts';
import { growRidges } from './ridges.ts';
import type { Finger } from './skin.ts';
import { addCreases, addPores, refine } from './skin.ts';

export type { Impression } from './impression.ts';
export { impress } from './impression.ts';
export type { Finger } from './skin.ts';

/** Size of the coarse grid on which ridges grow: 250 dpi. */
const WIDTH = 184;
const HEIGHT = 248;

/** Generates a finger; the same seed always gives the same finger. Takes about 100 ms, so reuse the result. */
export function makeFinger(seed: number): Finger {
  const random = randomFrom(seed, 0x0f1e2d);
  const pattern = choosePattern(random);
  const halfWidth = between(random, 118, 146);
  const halfHeight = between(random, 168, 205);
  const basePeriod = between(random, 7.8, 10.4);
  const swell = hills(random, between(random, 70, 120));
  const ripple = hills(random, between(random, 35, 50));
  const jointSwell = between(random, 0, 0.3);
  const angle = new Float32Array(WIDTH * HEIGHT);
  const period = new Float32Array(WIDTH * HEIGHT);
  const inside = new Uint8Array(WIDTH * HEIGHT);
  for (let row = 0; row < HEIGHT; row++) {
    for (let column = 0; column < WIDTH; column++) {
      const x = 2 * column - WIDTH;
      const y = HEIGHT - 2 * row;
      const i = row * WIDTH + column;
      if ((x / (halfWidth + 26)) ** 2 + (y / (halfHeight + 30)) ** 2 > 1) continue;
      inside[i] = 1;
      // Rows count down the page; the flow counts up towards the nail.
      angle[i] = -orientationAt(pattern, x, y);
      // Ridges are wider towards the joint.
      period[i] = (basePeriod * (1 + 0.2 * swell(x, y) + 0.14 * ripple(x, y) + jointSwell * ease((-y - 20) / 150))) / 2;
    }
  }
  const skin = refine({
    width: WIDTH,
    height: HEIGHT,
    level: growRidges(angle, period, inside, WIDTH, HEIGHT, random),
  });
  addPores(skin, random);
  addCreases(skin, random);
  return { seed, pattern: pattern.name, skin, halfWidth, halfHeight };
}
