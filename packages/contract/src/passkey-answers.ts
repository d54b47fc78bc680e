import { z } from 'zod';

/** Bytes as WebAuthn writes them on the wire: base64url without padding. */
const bytes = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[\w-]+$/);

const credential = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key') };

/** Answer of a passkey to a question, as `PublicKeyCredential.toJSON()` gives it. */
export const passkeyProof = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(2000),
    signature: bytes(4000),
    userHandle: bytes(100).optional(),
  }),
});
export type PasskeyProof = z.output<typeof passkeyProof>;

/** Answer of a new passkey, likewise. */
export const newPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(8000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
});
export type NewPasskey = z.output<typeof newPasskey>;
