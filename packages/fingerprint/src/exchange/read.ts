import {
  BEGINNING,
  COMMON_HEADER,
  checkMinutia,
  checkSizes,
  checkView,
  type ExchangedMinutia,
  ExchangeError,
  type ExchangeRecord,
  KINDS,
  PER_MINUTIA,
  type Standard,
  VIEW_HEADER,
  type View,
} from './record.ts';

const RESERVED_BITS = 0xc000;
const ANGLES_OF_ANSI = 180;

/**
 * Parses a minutiae record of either standard, distinguished by the length field. Extended data is skipped. Throws ExchangeError, and
 * nothing else, on anything but one whole record within the limits: the input comes from another system.
 */
export function readRecord(bytes: Uint8Array): ExchangeRecord & { readonly standard: Standard } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { standard, begin } = readBeginning(bytes, view);
  if (begin + COMMON_HEADER > bytes.length) throw new ExchangeError('the header is cut off');
  const sizes = {
    width: view.getUint16(begin + 2),
    height: view.getUint16(begin + 4),
    resolutionX: view.getUint16(begin + 6),
    resolutionY: view.getUint16(begin + 8),
  };
  checkSizes(sizes);
  if (view.getUint8(begin + 11) !== 0) throw new ExchangeError('the reserved byte of the header is not zero');
  const views: View[] = [];
  const record = { ...sizes, standard, views };
  let at = begin + COMMON_HEADER;
  for (let count = view.getUint8(begin + 10); count > 0; count--) {
    const { read, next } = readView(view, at, record);
    views.push(read);
    at = next;
  }
  if (at !== bytes.length) throw new ExchangeError('there are bytes behind the last view');
  return record;
}

/** ISO has a length of four bytes; ANSI has two, or six of which the first two are zero, followed by a product id of four bytes. */
function readBeginning(bytes: Uint8Array, view: DataView): { standard: Standard; begin: number } {
  const { length } = bytes;
  if (length < BEGINNING.length + 6) throw new ExchangeError('too short for a record');
  if (BEGINNING.some((byte, at) => bytes[at] !== byte))
    throw new ExchangeError('no record of minutiae, or of another version');
  if (view.getUint32(8) === length) return { standard: 'iso', begin: 12 };
  if (view.getUint16(8) === length) return { standard: 'ansi', begin: 14 };
  if (view.getUint16(8) === 0 && view.getUint32(10) === length) return { standard: 'ansi', begin: 18 };
  throw new ExchangeError('the length of the record is not the one that it says');
}

function readView(
  view: DataView,
  at: number,
  record: ExchangeRecord & { readonly standard: Standard },
): { read: View; next: number } {
  if (at + VIEW_HEADER > view.byteLength) throw new ExchangeError('the header of a view is cut off');
  const header = {
    position: view.getUint8(at),
    number: view.getUint8(at + 1) >> 4,
    impression: view.getUint8(at + 1) & 15,
    quality: view.getUint8(at + 2),
  };
  checkView(header);
  const count = view.getUint8(at + 3);
  const extended = at + VIEW_HEADER + count * PER_MINUTIA;
  if (extended + 2 > view.byteLength) throw new ExchangeError('the minutiae of a view are cut off');
  const next = extended + 2 + view.getUint16(extended);
  if (next > view.byteLength) throw new ExchangeError('the extended data of a view is cut off');
  const minutiae = Array.from({ length: count }, (_, k) =>
    readMinutia(view, at + VIEW_HEADER + k * PER_MINUTIA, record),
  );
  return { read: { ...header, minutiae }, next };
}

function readMinutia(
  view: DataView,
  at: number,
  record: ExchangeRecord & { readonly standard: Standard },
): ExchangedMinutia {
  const kind = KINDS[view.getUint16(at) >> 14];
  if (kind === undefined) throw new ExchangeError('a minutia of a kind that there is not');
  if ((view.getUint16(at + 2) & RESERVED_BITS) !== 0)
    throw new ExchangeError('reserved bits of a minutia are not zero');
  const angle = view.getUint8(at + 4);
  if (record.standard === 'ansi' && angle >= ANGLES_OF_ANSI) throw new ExchangeError('an angle of a full turn or more');
  const minutia = {
    x: view.getUint16(at) & ~RESERVED_BITS,
    y: view.getUint16(at + 2),
    // Both standards count angles in the opposite sense, since their y axis points upwards.
    direction: -(record.standard === 'iso' ? angle : Math.round((angle * 256) / ANGLES_OF_ANSI)) & 255,
    kind,
    quality: view.getUint8(at + 5),
  };
  checkMinutia(minutia, record);
  return minutia;
}
