import type { GreyImage } from '../image.ts';
import type { Random } from './random.ts';
import { bell, between, ease, hills, hillsOver, randomFrom } from './random.ts';
import type { Finger, Relief } from './skin.ts';

/** Placement of a finger on the reader. Omitted values are drawn from `seed`, within the range of a careful person. */
export interface Impression {
  /** Seed; each seed gives different pixels. */
  readonly seed: number;
  /** Offset of the finger to the right and down from the middle of the picture, in pixels. */
  readonly shiftX?: number;
  readonly shiftY?: number;
  /** Radians, clockwise. */
  readonly rotation?: number;
  /** Pressure from 0 (barely touching) over 0.5 (usual) to 1 (pressed hard, with wider ridges and more contact). */
  readonly pressure?: number;
  /** Noise from 0 (clean) over 0.3 (usual) to 1 (spoilt by dry or wet skin and dirt). */
  readonly noise?: number;
  /** Share of the contact that leaves no print, 0..1. */
  readonly missing?: number;
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
}

const DPI = 500;

/**
 * Renders the picture that a 500 dpi reader takes of a finger: placed, pressed, stretched, dry or wet. The same arguments give the same
 * picture.
 */
export function impress(finger: Finger, how: Impression): GreyImage {
  const random = randomFrom(finger.seed, how.seed, 0x1a2b3c);
  const width = how.width ?? 300;
  const height = how.height ?? 400;
  const draws = {
    x: bell(random, 14),
    y: bell(random, 16),
    turn: bell(random, 0.1),
    pressure: bell(random, 0.14),
    noise: bell(random, 0.08),
  };
  const pressure = how.pressure ?? 0.5 + draws.pressure;
  const noise = how.noise ?? Math.max(0.02, 0.3 + draws.noise);
  const place = placement(
    how.rotation ?? draws.turn,
    width / 2 + (how.shiftX ?? draws.x),
    height / 2 + (how.shiftY ?? draws.y),
    random,
  );
  const contact = contactOf(finger, pressure, how.missing ?? 0, random);
  const moisture = hillsOver(random, 45, width, height);
  const patches = hillsOver(random, 14, width, height);
  const grain = grainFrom(random);
  const light = {
    x: bell(random, 0.04),
    y: bell(random, 0.04),
    paper: between(random, 238, 252),
    ink: between(random, 15, 50),
  };
  const pixels = new Uint8Array(width * height);
  const at = { x: 0, y: 0 };
  for (let py = 0; py < height; py++) {
    for (let px = 0; px < width; px++) {
      place(px, py, at);
      const touch = contact(at.x, at.y);
      const speck = grain(px, py);
      let ink = 0;
      if (touch > 0) {
        const wet = moisture(px, py);
        // Height at which the skin touches the glass: lower if it is pressed or wet.
        const glass =
          0.1 -
          0.8 * (pressure - 0.5) -
          (0.1 + 0.45 * noise) * wet +
          noise * (1.5 * speck + 0.9 * patches(px, py)) +
          1.6 * (1 - touch);
        ink = ease((levelAt(finger.skin, at.x, at.y) - glass) / 0.7 + 0.5) * (0.86 + 0.1 * wet) * (0.65 + 0.35 * touch);
      }
      const shade = 1 + light.x * (px / width - 0.5) + light.y * (py / height - 0.5);
      const value =
        (light.paper - (light.paper - light.ink) * Math.min(1, ink + dirt(speck, noise))) * shade + 11 * speck;
      pixels[py * width + px] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
  return { width, height, dpi: DPI, pixels };
}

/** Maps a picture's pixel to the finger's skin (from its middle, y down), through the rotation of the finger and the drag of the skin. */
function placement(
  rotation: number,
  centreX: number,
  centreY: number,
  random: Random,
): (px: number, py: number, out: { x: number; y: number }) => void {
  const cos = Math.cos(rotation);
  const sin = Math.sin(rotation);
  const drag = { x: bell(random, 3.5), y: bell(random, 4.5), twist: bell(random, 0.035), stretch: bell(random, 0.015) };
  const pullX = hills(random, 110);
  const pullY = hills(random, 110);
  return (px, py, out) => {
    const u = cos * (px - centreX) + sin * (py - centreY);
    const v = cos * (py - centreY) - sin * (px - centreX);
    // The middle of the contact sticks to the glass; the skin gives way towards the rim.
    const give = (u * u + v * v) / (u * u + v * v + 14000);
    out.x = u * (1 + drag.stretch) + give * (drag.x - drag.twist * v) + 3 * pullX(u, v);
    out.y = v * (1 - drag.stretch) + give * (drag.y + drag.twist * u) + 3 * pullY(u, v);
  };
}

/** Contact of a point of the skin, 0..1: an uneven oval, smaller with less pressure, with a part missing if requested. */
function contactOf(
  finger: Finger,
  pressure: number,
  missing: number,
  random: Random,
): (x: number, y: number) => number {
  const size = 0.78 + 0.3 * Math.max(0, Math.min(1, pressure));
  const halfWidth = finger.halfWidth * size;
  const halfHeight = finger.halfHeight * size;
  const roll = { x: bell(random, 7), y: bell(random, 9) };
  const rim = hills(random, 40);
  const bare = hills(random, 55);
  const edge = random() * 2 * Math.PI;
  return (x, y) => {
    const u = (x - roll.x) / halfWidth;
    const v = (y - roll.y) / halfHeight;
    const out = Math.sqrt(u * u + v * v);
    // Shortcut: beyond the highest hill of the rim, and within the lowest, the noise makes no difference.
    const inside = out > 1.07 ? 0 : out < 0.82 ? 1 : ease((1 + 0.06 * rim(x, y) - out) * 9);
    if (missing === 0 || inside === 0) return inside;
    return (
      inside * ease(5 * ((u * Math.cos(edge) + v * Math.sin(edge)) * 0.6 + 0.5 * bare(x, y) + 1 - 2 * missing) + 0.5)
    );
  };
}

/** Fine noise of about -0.5..0.5, deterministic for the source: a tile at a random offset. */
function grainFrom(random: Random): (px: number, py: number) => number {
  const raw = new Float32Array(128 * 128);
  for (let i = 0; i < raw.length; i++) raw[i] = random() - 0.5;
  const tile = new Float32Array(raw.length);
  for (let i = 0; i < tile.length; i++) {
    const beside = raw[(i + 1) & 16383]! + raw[(i + 128) & 16383]! + raw[(i + 16383) & 16383]!;
    tile[i] = 0.5 * raw[i]! + 0.45 * (beside + raw[(i + 16256) & 16383]!);
  }
  return (px, py) => tile[(((py * 53) >> 7) * 37 + px + ((py & 127) << 7)) & 16383]!;
}

/** Specks that a dirty glass or finger leaves. */
function dirt(speck: number, noise: number): number {
  return Math.max(0, speck * noise - 0.28);
}

/** Interpolates the skin's height between its points; outside is a deep valley. */
function levelAt(skin: Relief, x: number, y: number): number {
  const u = x + skin.width / 2;
  const v = y + skin.height / 2;
  const i = Math.floor(u);
  const j = Math.floor(v);
  if (i < 0 || j < 0 || i >= skin.width - 1 || j >= skin.height - 1) return -2;
  const s = u - i;
  const t = v - j;
  const at = j * skin.width + i;
  const { level, width } = skin;
  return (
    (level[at]! * (1 - s) + level[at + 1]! * s) * (1 - t) +
    (level[at + width]! * (1 - s) + level[at + width + 1]! * s) * t
  );
}
