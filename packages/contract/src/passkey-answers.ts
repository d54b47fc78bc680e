import { z } from 'zod';

/** Bytes in the wire format of WebAuthn: base64url without padding. */
const bytes = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[\w-]+$/);

const credential = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key') };

/** Assertion of a passkey, as `PublicKeyCredential.toJSON()` returns it. */
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

/** Attestation of a new passkey, as `PublicKeyCredential.toJSON()` returns it. */
export const newPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(8000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
});
export type NewPasskey = z.output<typeof newPasskey>;
