import { encodePng } from '@mfuko/fingerprint/decoding/png';
import type { Capture } from './reader.ts';

const ASKED = ['Connect', 'get-fingerprint', 'flush', 'pong'] as const;

/** Asked: what a page may send. */
export type Asked = (typeof ASKED)[number];

/** Reads a page's frame; undefined for anything that is not in the protocol. */
export function readFrame(text: string): Asked | undefined {
  try {
    const frame: unknown = JSON.parse(text);
    if (typeof frame !== 'object' || frame === null || !Object.hasOwn(frame, 'type')) return undefined;
    return ASKED.find((type) => type === (frame as { type: unknown }).type);
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

/** The picture itself; `Size` is the length of the PNG in bytes. */
export function scanned({ image, serialNumber }: Capture): string {
  const png = encodePng(image);
  const Template = Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64');
  const template = {
    Template,
    SerialNumber: serialNumber,
    Width: image.width,
    Height: image.height,
    DPI: image.dpi,
    Size: png.length,
  };
  return JSON.stringify({ code: '200', message: 'Fingerprint scanned', template });
}

export const PING = JSON.stringify({ type: 'ping' });
