/** Command from the service to a helper. */
export type HelperCommand = 'arm' | 'disarm' | 'beat';

/** Event from a helper to the service, as docs/features/readers.md describes. */
export type HelperEvent =
  | { readonly is: 'hello' | 'closed' | 'armed' | 'idle' | 'beat' }
  | {
      readonly is: 'open';
      readonly serial: string;
      readonly name: string;
      readonly driver: string;
      readonly others: number;
    }
  | { readonly is: 'away'; readonly seen: readonly SeenReader[] }
  | { readonly is: 'finger'; readonly on: boolean }
  | { readonly is: 'retry' | 'failed'; readonly why: string }
  | HelperPicture;

/** Reader that is plugged in but not the one in use. */
export interface SeenReader {
  readonly name: string;
  readonly serial?: string;
  readonly problem?: string;
}

export interface HelperPicture {
  readonly is: 'picture';
  readonly width: number;
  readonly height: number;
  /** Pixels per millimetre; 0 where the driver does not report the resolution. */
  readonly ppmm: number;
  readonly pixels: Uint8Array;
}

/** HelperProtocolError: thrown for a helper that violates the protocol; the helper is then killed. */
export class HelperProtocolError extends Error {
  override readonly name = 'HelperProtocolError';
}

const VERSION = 1;

/** Parses the event in a frame; undefined for anything that is not in the protocol. */
export function readEvent(said: Record<string, unknown>): HelperEvent | undefined {
  switch (said.is) {
    case 'hello':
      return said.version === VERSION ? { is: 'hello' } : undefined;
    case 'closed':
    case 'armed':
    case 'idle':
    case 'beat':
      return { is: said.is };
    case 'open':
      return {
        is: 'open',
        serial: text(said.serial),
        name: text(said.name),
        driver: text(said.driver),
        others: Number(said.others) || 0,
      };
    case 'away':
      return { is: 'away', seen: Array.isArray(said.seen) ? said.seen.map(readSeen) : [] };
    case 'finger':
      return typeof said.on === 'boolean' ? { is: 'finger', on: said.on } : undefined;
    case 'retry':
    case 'failed':
      return { is: said.is, why: text(said.why) };
    default:
      return undefined;
  }
}

function readSeen(seen: unknown): SeenReader {
  const { name, serial, problem } =
    typeof seen === 'object' && seen !== null ? { name: '', serial: '', problem: '', ...seen } : {};
  return {
    name: text(name),
    ...(serial ? { serial: text(serial) } : {}),
    ...(problem ? { problem: text(problem) } : {}),
  };
}

/** Returns a single line of limited length, because the text goes to a log, and a serial number to the server. */
function text(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\p{C}/gu, ' ').slice(0, 200) : '';
}
