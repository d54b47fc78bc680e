import { pictureFields, type Template } from '../../../lib/scanner/messages.ts';

/** Proof that the child is there; null is the attendant's own word. */
export type RideProof =
  | { readonly method: 'fingerprint'; readonly finger: Template }
  | { readonly method: 'pin'; readonly pin: string }
  | null;

/** Fields of a call or an event that carry the proof. */
export function proofFields(proof: RideProof): Readonly<Record<string, unknown>> {
  if (proof === null) return {};
  return proof.method === 'pin' ? { pin: proof.pin } : { ...pictureFields(proof.finger) };
}
