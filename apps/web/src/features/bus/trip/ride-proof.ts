import { pictureFields, type Template } from '../../../lib/scanner/messages.ts';

/** Proof of the child's presence; null where the attendant attests it. */
export type RideProof =
  | { readonly method: 'fingerprint'; readonly finger: Template }
  | { readonly method: 'pin'; readonly pin: string }
  | null;

/** Returns the fields of a call or event that carry the proof. */
export function proofFields(proof: RideProof): Readonly<Record<string, unknown>> {
  if (proof === null) return {};
  return proof.method === 'pin' ? { pin: proof.pin } : { ...pictureFields(proof.finger) };
}
