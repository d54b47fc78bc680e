import { BIFURCATION, ENDING, MAX_MINUTIAE, MAX_SIDE, type Template } from '../template/template.ts';
import { ExchangeError, type ExchangeRecord, type View } from './record.ts';
import { guessRidges } from './ridges.ts';

/** 500 dpi in pixels per centimetre, as both standards write it. */
const RESOLUTION = 197;
const DPI_PER_RESOLUTION = 2.54;
/** Of a minutia whose quality was not said: neither doubtful nor clear. */
const MIDDLE_QUALITY = 50;

/** The record of one impression. Its map of the ridges has no place in one: `templateOf` guesses it. */
export function recordOf(t: Template, view: Omit<View, 'minutiae'>): ExchangeRecord {
  const minutiae = Array.from(t.x, (x, i) => ({
    x,
    y: t.y[i]!,
    direction: t.direction[i]!,
    kind: t.type[i] === BIFURCATION ? ('bifurcation' as const) : ('ending' as const),
    // Nothing would mean that it was not said.
    quality: Math.max(1, t.quality[i]!),
  }));
  const { width, height } = t;
  return { width, height, resolutionX: RESOLUTION, resolutionY: RESOLUTION, views: [{ ...view, minutiae }] };
}

/**
 * The template of a view at 500 dpi, the clearest minutiae of it; ridges are guessed from them. Throws ExchangeError where the picture is larger than
 * a template's.
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

/** A direction after its picture was drawn out by one factor across and another one down. */
function turnedBy(direction: number, byX: number, byY: number): number {
  const angle = (direction * Math.PI) / 128;
  return Math.round((Math.atan2(Math.sin(angle) * byY, Math.cos(angle) * byX) * 128) / Math.PI) & 255;
}
