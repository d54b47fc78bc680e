import {
  BEGINNING,
  COMMON_HEADER,
  checkMinutia,
  checkSizes,
  checkView,
  type ExchangeRecord,
  KINDS,
  MAX_RECORD_MINUTIAE,
  MAX_VIEWS,
  PER_MINUTIA,
  requireWithin,
  type Standard,
  VIEW_HEADER,
} from './record.ts';

const MAX_SHORT_LENGTH = 0xffff;
/** Product id: four bytes for owner and type. A registry assigns owners, and has assigned none to this product. */
const PRODUCT_ID = 4;

/** Writes a minutiae record without extended data. Throws ExchangeError if a limit of the standard is exceeded. */
export function writeRecord(record: ExchangeRecord, standard: Standard): Uint8Array {
  checkSizes(record);
  requireWithin('number of views', record.views.length, 0, MAX_VIEWS);
  const body = record.views.reduce((sum, { minutiae }) => sum + VIEW_HEADER + minutiae.length * PER_MINUTIA + 2, 0);
  const begin = beginOf(standard, body);
  const bytes = new Uint8Array(begin + COMMON_HEADER + body);
  const view = new DataView(bytes.buffer);
  bytes.set(BEGINNING);
  if (standard === 'iso') view.setUint32(8, bytes.length);
  else if (begin === 14) view.setUint16(8, bytes.length);
  else view.setUint32(10, bytes.length);
  view.setUint16(begin + 2, record.width);
  view.setUint16(begin + 4, record.height);
  view.setUint16(begin + 6, record.resolutionX);
  view.setUint16(begin + 8, record.resolutionY);
  view.setUint8(begin + 10, record.views.length);
  let at = begin + COMMON_HEADER;
  for (const each of record.views) {
    checkView(each);
    requireWithin('number of minutiae', each.minutiae.length, 0, MAX_RECORD_MINUTIAE);
    view.setUint8(at, each.position);
    view.setUint8(at + 1, (each.number << 4) | each.impression);
    view.setUint8(at + 2, each.quality);
    view.setUint8(at + 3, each.minutiae.length);
    at += VIEW_HEADER;
    for (const minutia of each.minutiae) {
      checkMinutia(minutia, record);
      view.setUint16(at, (KINDS.indexOf(minutia.kind) << 14) | minutia.x);
      view.setUint16(at + 2, minutia.y);
      view.setUint8(at + 4, angleOf(minutia.direction, standard));
      view.setUint8(at + 5, minutia.quality);
      at += PER_MINUTIA;
    }
    at += 2;
  }
  return bytes;
}

/** Offset of the part that both standards share; a long ANSI record has four more bytes of length. */
function beginOf(standard: Standard, body: number): number {
  if (standard === 'iso') return BEGINNING.length + 4;
  const short = BEGINNING.length + 2 + PRODUCT_ID;
  return short + COMMON_HEADER + body <= MAX_SHORT_LENGTH ? short : short + 4;
}

function angleOf(direction: number, standard: Standard): number {
  const angle = -direction & 255;
  return standard === 'iso' ? angle : Math.round((angle * 180) / 256);
}
