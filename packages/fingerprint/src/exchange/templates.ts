import { BIFURCATION, ENDING, MAX_MINUTIAE, MAX_SIDE, type Template } from '../template/template.ts';
import { ExchangeError, type ExchangeRecord, type View } from './record.ts';
import { guessRidges } from './ridges.ts';

/** 500 dpi in pixels per centimetre, as both standards encode it. */
const RESOLUTION = 197;
const DPI_PER_RESOLUTION = 2.54;
/** Quality of a minutia without one in the record: neither poor nor good. */
const MIDDLE_QUALITY = 50;

/** Converts one impression to a record. A record cannot hold the ridge map; `templateOf` estimates it. */
export function recordOf(t: Template, view: Omit<View, 'minutiae'>): ExchangeRecord {
  const minutiae = Array.from(t.x, (x, i) => ({
    x,
    y: t.y[i]!,
    direction: t.direction[i]!,
    kind: t.type[i] === BIFURCATION ? ('bifurcation' as const) : ('ending' as const),
    // 0 would mean that the quality is not given.
    quality: Math.max(1, t.quality[i]!),
  }));
  const { width, height } = t;
  return { width, height, resolutionX: RESOLUTION, resolutionY: RESOLUTION, views: [{ ...view, minutiae }] };
}

/**
 * Converts a view to a template at 500 dpi with its best minutiae; the ridge map is estimated from them. Throws ExchangeError if the
 * picture is larger than a template allows.
 */
export function templateOf(record: ExchangeRecord, { minutiae }: View): Template {
  const byX = 500 / Math.round(record.resolutionX * DPI_PER_RESOLUTION);
  const byY = 500 / Math.round(record.resolutionY * DPI_PER_RESOLUTION);
  const width = Math.max(1, Math.round(record.width * byX));
  const height = Math.max(1, Math.round(record.height * byY));
  if (width > MAX_SIDE || height > MAX_SIDE) throw new ExchangeError('the picture is larger than any finger');
  const kept = minutiae
    .map((minutia) => ({ ...minutia, quality: minutia.quality === 0 ? MIDDLE_QUALITY : minutia.quality }))
    .sort((a, b) => b.quality - a.quality)
    .slice(0, MAX_MINUTIAE);
  const found = {
    width,
    height,
    x: Uint16Array.from(kept, ({ x }) => Math.min(width - 1, Math.round(x * byX))),
    y: Uint16Array.from(kept, ({ y }) => Math.min(height - 1, Math.round(y * byY))),
    direction: Uint8Array.from(kept, ({ direction }) => turnedBy(direction, byX, byY)),
    type: Uint8Array.from(kept, ({ kind }) => (kind === 'bifurcation' ? BIFURCATION : ENDING)),
    quality: Uint8Array.from(kept, ({ quality }) => quality),
  };
  return { ...found, ...guessRidges(found) };
}

/** Returns a direction after the picture was stretched by different factors in x and y. */
function turnedBy(direction: number, byX: number, byY: number): number {
  const angle = (direction * Math.PI) / 128;
  return Math.round((Math.atan2(Math.sin(angle) * byY, Math.cos(angle) * byX) * 128) / Math.PI) & 255;
}
