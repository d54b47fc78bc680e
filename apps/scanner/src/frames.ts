import { encodePng } from '@mfuko/fingerprint/decoding/png';
import type { Advice } from '@mfuko/fingerprint/extraction/advice';
import type { Capture } from './reader.ts';
import type { PublicKey, Signer } from './signer.ts';

const ASKED = ['Connect', 'get-fingerprint', 'get-key', 'flush', 'pong'] as const;
/** Format of a server's challenge; a signature over it proves that a capture is not older than the challenge. */
const CHALLENGE = /^[\w.-]{1,60}$/;

/** Messages that a page may send. */
export type Asked = (typeof ASKED)[number];

/** Options of a page for a scan. */
export interface Wish {
  /** Number of touches of the finger. */
  readonly times: number;
  /** True if the finger must be lifted before each touch, and the page is told what happens on the glass. */
  readonly lift: boolean;
  /** Challenge that the signature of the capture covers; undefined where the page has none. */
  readonly challenge: string | undefined;
}

const TIMES = 3;

/** Parses a page's frame; undefined for anything that is not in the protocol. */
export function readFrame(text: string): { readonly type: Asked; readonly wish: Wish } | undefined {
  try {
    const frame: unknown = JSON.parse(text);
    if (typeof frame !== 'object' || frame === null || !Object.hasOwn(frame, 'type')) return undefined;
    const { type: asked, times, lift, challenge } = frame as Record<string, unknown>;
    const type = ASKED.find((one) => one === asked);
    const over = typeof challenge === 'string' && CHALLENGE.test(challenge) ? challenge : undefined;
    return type && { type, wish: { times: times === 1 ? 1 : TIMES, lift: lift === true, challenge: over } };
  } catch {
    // A frame that is not JSON does not belong to the protocol.
    return undefined;
  }
}

/** Returns a frame for progress or state. */
export function told(message: string): string {
  return JSON.stringify({ code: '200', message });
}

/** Returns a frame for a failed capture, a missing reader, or a busy scanner. */
export function refused(message: string): string {
  return JSON.stringify({ code: '400', message });
}

/** Returns a frame about the glass, for pages that asked for `lift`. */
export function glass(lift: boolean, touch: number, of: number): string {
  return JSON.stringify({ type: 'finger', on: lift, lift, touch, of });
}

/** Returns a frame for the same pages with advice for a clearer next touch. */
export function advised(advice: Advice | 'one-finger'): string {
  return JSON.stringify({ type: 'advice', advice });
}

/** Returns a frame with the key that signs captures, and a proof of possession. */
export function keyFrame(serialNumber: string, publicKey: PublicKey, signature: string): string {
  return JSON.stringify({ type: 'key', serialNumber, publicKey, signature });
}

/**
 * Returns a frame with the picture; `Size` is the length of the PNG in bytes. It is signed where there are a key and a challenge of the
 * page's server.
 */
export function scanned({ image, serialNumber }: Capture, signer?: Signer, challenge?: string): string {
  const png = encodePng(image);
  const Template = Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64');
  const template = {
    Template,
    SerialNumber: serialNumber,
    Width: image.width,
    Height: image.height,
    DPI: image.dpi,
    Size: png.length,
    ...(signer &&
      challenge !== undefined && {
        Challenge: challenge,
        Signature: signer.signCapture(serialNumber, challenge, png),
      }),
  };
  return JSON.stringify({ code: '200', message: 'Fingerprint scanned', template });
}

export const PING = JSON.stringify({ type: 'ping' });
