import { z } from 'zod';
import type { ReaderKey } from './ask-key.ts';

/** Longest message that is parsed. The process that listens on the loopback port is not trusted. */
export const MAX_MESSAGE_LENGTH = 2 * 1024 * 1024;

const measure = z.coerce.number().int().min(1).max(10_000).optional().catch(undefined);

const template = z.object({
  /** The picture, base64. */
  Template: z
    .string()
    .min(1)
    .regex(/^[A-Za-z0-9+/=\s]+$/),
  SerialNumber: z.coerce.string().max(100).optional(),
  Width: measure,
  Height: measure,
  DPI: measure,
  Size: z.coerce.number().optional().catch(undefined),
  /** Challenge that the signature of this picture covers, where the service signs. */
  Challenge: z.string().max(60).optional().catch(undefined),
  Signature: z.string().max(100).optional().catch(undefined),
});
export type Template = z.output<typeof template>;

const ADVICE = ['flatter', 'wipe', 'dry', 'wet', 'middle', 'one-finger'] as const;
const times = z.number().int().min(1).max(3);

const message = z.union([
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('finger'), lift: z.boolean(), touch: times, of: times }),
  z.object({
    type: z.literal('key'),
    serialNumber: z.string().max(100),
    publicKey: z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() }),
    signature: z.string().max(100),
  }),
  z.object({ type: z.literal('advice'), advice: z.enum(ADVICE) }),
  z.object({
    code: z.coerce.string(),
    message: z.string().max(500).default(''),
    template: template.nullish(),
  }),
]);

/** Glass: the next action on it. Only services that can detect a finger on the glass send this. */
export interface Glass {
  /** The last finger is still on the glass, and has to be lifted first. */
  readonly lift: boolean;
  readonly touch: number;
  readonly of: number;
}
export type Advice = (typeof ADVICE)[number];

export type ScannerMessage =
  | { readonly kind: 'glass'; readonly glass: Glass }
  | { readonly kind: 'advice'; readonly advice: Advice }
  | { readonly kind: 'ping' }
  | { readonly kind: 'key'; readonly key: ReaderKey }
  | { readonly kind: 'template'; readonly template: Template }
  | { readonly kind: 'info'; readonly text: string }
  | { readonly kind: 'warning'; readonly text: string };

/** Parses a frame of the scanner service; null where it is invalid. */
export function readMessage(frame: unknown): ScannerMessage | null {
  if (typeof frame !== 'string' || frame.length > MAX_MESSAGE_LENGTH) return null;
  if (frame === 'ping') return { kind: 'ping' };
  const parsed = message.safeParse(parse(frame));
  if (!parsed.success) return null;
  if ('type' in parsed.data) {
    const { data } = parsed;
    if (data.type === 'finger') return { kind: 'glass', glass: { lift: data.lift, touch: data.touch, of: data.of } };
    if (data.type === 'key') {
      const { type: _, ...key } = data;
      return { kind: 'key', key };
    }
    return data.type === 'advice' ? { kind: 'advice', advice: data.advice } : { kind: 'ping' };
  }
  const { code, message: text, template: scanned } = parsed.data;
  if (code === '200') return scanned ? { kind: 'template', template: scanned } : { kind: 'info', text };
  return code === '400' ? { kind: 'warning', text } : null;
}

/** Returns the fields that accompany a verified fingerprint (contract, section 5). */
export function pictureFields({ Template, SerialNumber, Width, Height, DPI, Challenge, Signature }: Template) {
  const CaptureSignature = Challenge && Signature ? `${Challenge}.${Signature}` : undefined;
  return { B64Fingerprint: Template, SerialNumber, Width, Height, Dpi: DPI, CaptureSignature };
}

/** Returns the picture as a data URL for an `img`, with the type detected from its first bytes. */
export function pictureSource({ Template }: Template): string {
  const kind = Template.startsWith('/9j/') ? 'jpeg' : Template.startsWith('Qk') ? 'bmp' : 'png';
  return `data:image/${kind};base64,${Template}`;
}

function parse(frame: string): unknown {
  try {
    return JSON.parse(frame);
  } catch {
    // A frame that is not JSON does not belong to the protocol.
    return null;
  }
}
