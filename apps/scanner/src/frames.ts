import { encodePng } from '@mfuko/fingerprint/decoding/png';
import type { Advice } from '@mfuko/fingerprint/extraction/advice';
import type { Capture } from './reader.ts';
import type { PublicKey, Signer } from './signer.ts';

const ASKED = ['Connect', 'get-fingerprint', 'get-key', 'flush', 'pong'] as const;
/** Challenge of a server: what is signed after it was made. */
const CHALLENGE = /^[\w.-]{1,60}$/;

/** Asked: what a page may send. */
export type Asked = (typeof ASKED)[number];

/** Wish: how a page wants a scan to go. */
export interface Wish {
  /** Touches: how often the finger is asked for. */
  readonly times: number;
  /** The finger is off before each touch, and the page hears what happens on the glass. */
  readonly lift: boolean;
  /** Challenge to sign the capture over; undefined where the page has none. */
  readonly challenge: string | undefined;
}

const TIMES = 3;

/** Reads a page's frame; undefined for anything that is not in the protocol. */
export function readFrame(text: string): { readonly type: Asked; readonly wish: Wish } | undefined {
  try {
    const frame: unknown = JSON.parse(text);
    if (typeof frame !== 'object' || frame === null || !Object.hasOwn(frame, 'type')) return undefined;
    const { type: asked, times, lift, challenge } = frame as Record<string, unknown>;
    const type = ASKED.find((one) => one === asked);
    const over = typeof challenge === 'string' && CHALLENGE.test(challenge) ? challenge : undefined;
    return type && { type, wish: { times: times === 1 ? 1 : TIMES, lift: lift === true, challenge: over } };
  } catch {
    // No JSON, and so nothing of the protocol.
    return undefined;
  }
}

/** Progress or state. */
export function told(message: string): string {
  return JSON.stringify({ code: '200', message });
}

/** A failed capture, no reader, busy. */
export function refused(message: string): string {
  return JSON.stringify({ code: '400', message });
}

/** Tells pages that asked for it of the glass. */
export function glass(lift: boolean, touch: number, of: number): string {
  return JSON.stringify({ type: 'finger', on: lift, lift, touch, of });
}

/** Tells the same pages how the next touch would be clearer. */
export function advised(advice: Advice | 'one-finger'): string {
  return JSON.stringify({ type: 'advice', advice });
}

/** Tells of the key that captures are signed with, and shows that it is held. */
export function keyFrame(serialNumber: string, publicKey: PublicKey, signature: string): string {
  return JSON.stringify({ type: 'key', serialNumber, publicKey, signature });
}

/** The picture itself; `Size` is the length of the PNG in bytes. Signed where there is a key, and a challenge of the page's server. */
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
