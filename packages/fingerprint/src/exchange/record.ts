/**
 * Minutiae records for exchange with other systems: ISO/IEC 19794-2:2005 (record format) and ANSI INCITS 378-2004. Both begin with the
 * same eight bytes; they differ in the length field, in a product id, and in the unit of angles.
 */
export type Standard = 'iso' | 'ansi';

/**
 * ExchangeError: thrown for bytes that are no record of either standard, and for data that exceed a limit of the standard to be written.
 */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
}

/** Kinds of minutiae, indexed by the two-bit code of both standards. */
export const KINDS = ['other', 'ending', 'bifurcation'] as const;

/** One minutia, in pixels of its record. */
export interface ExchangedMinutia {
  readonly x: number;
  /** Downwards from the upper edge. */
  readonly y: number;
  /** As in templates: 256ths of a full turn from the x axis towards y, pointing to the side that has one ridge more. */
  readonly direction: number;
  readonly kind: (typeof KINDS)[number];
  /** 1 to 100; 0 if not given. */
  readonly quality: number;
}

/** View: one impression of a finger in a record. */
export interface View {
  /** 0 unknown; 1 to 5 right thumb to right little finger, 6 to 10 the left ones. */
  readonly position: number;
  /** 0 to 15: counts the views of one finger. */
  readonly number: number;
  /** 0 is a finger laid on a reader. */
  readonly impression: number;
  /** 0 to 100. */
  readonly quality: number;
  readonly minutiae: readonly ExchangedMinutia[];
}

export interface ExchangeRecord {
  readonly width: number;
  readonly height: number;
  /** Pixels per centimetre. */
  readonly resolutionX: number;
  readonly resolutionY: number;
  readonly views: readonly View[];
}

/** "FMR", then version " 20", each with a zero byte behind it. */
export const BEGINNING = Uint8Array.of(0x46, 0x4d, 0x52, 0, 0x20, 0x32, 0x30, 0);
/** Bytes of the common last part of the header: equipment, two sides, two resolutions, count of views, reserved. */
export const COMMON_HEADER = 12;
export const VIEW_HEADER = 4;
export const PER_MINUTIA = 6;
/** Maximum coordinate: positions have 14 bits. */
export const MAX_PIXELS = 0x3fff;
export const MAX_RECORD_MINUTIAE = 255;
export const MAX_VIEWS = 255;
const LAST_POSITION = 10;
const LAST_NUMBER = 15;
/** Last impression type in these versions of the standards. */
const LAST_IMPRESSION = 9;
/**
 * Bounds of the resolution in pixels per centimetre, 250 and 2,000 dpi: no lower one is allowed by the standards, and no reader has a
 * higher one.
 */
const MIN_RESOLUTION = 98;
const MAX_RESOLUTION = 787;

/** Throws ExchangeError for sizes that no picture of a finger has. */
export function checkSizes({ width, height, resolutionX, resolutionY }: Omit<ExchangeRecord, 'views'>): void {
  for (const side of [width, height]) requireWithin('side of the picture', side, 1, MAX_PIXELS);
  for (const each of [resolutionX, resolutionY]) requireWithin('resolution', each, MIN_RESOLUTION, MAX_RESOLUTION);
}

/** Throws ExchangeError for a number in a view's header that is in neither standard. */
export function checkView({ position, number, impression, quality }: Omit<View, 'minutiae'>): void {
  requireWithin('finger position', position, 0, LAST_POSITION);
  requireWithin('view number', number, 0, LAST_NUMBER);
  requireWithin('impression type', impression, 0, LAST_IMPRESSION);
  requireWithin('quality of the finger', quality, 0, 100);
}

/** Throws ExchangeError for a minutia outside of the picture, or with a quality above the maximum. */
export function checkMinutia({ x, y, quality }: ExchangedMinutia, { width, height }: ExchangeRecord): void {
  requireWithin('minutia beside the picture: x', x, 0, width - 1);
  requireWithin('minutia beside the picture: y', y, 0, height - 1);
  requireWithin('quality of a minutia', quality, 0, 100);
}

/** Throws ExchangeError unless the value is a whole number within its bounds. */
export function requireWithin(name: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new ExchangeError(`${name}: ${value} is not within ${least} and ${most}`);
}
