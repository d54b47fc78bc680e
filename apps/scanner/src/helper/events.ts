/** Command: the service's side of the talk with a helper. */
export type HelperCommand = 'arm' | 'disarm' | 'beat';

/** Event: the helper's side, as docs/features/readers.md says. */
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

/** Reader that is plugged in and not the one that is used. */
export interface SeenReader {
  readonly name: string;
  readonly serial?: string;
  readonly problem?: string;
}

export interface HelperPicture {
  readonly is: 'picture';
  readonly width: number;
  readonly height: number;
  /** Pixels in a millimetre; 0 where the driver does not say. */
  readonly ppmm: number;
  readonly pixels: Uint8Array;
}

/** HelperProtocolError: thrown for a helper that does not keep to the protocol, which is ended. */
export class HelperProtocolError extends Error {
  override readonly name = 'HelperProtocolError';
}

const VERSION = 1;

/** An event from what a frame says; undefined for anything that is not in the protocol. */
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

/** One line of no great length: it goes to a log, and a serial number to the server. */
function text(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\p{C}/gu, ' ').slice(0, 200) : '';
}
