const PROOF = /^(pin|override|checkPin|userName|b64.*|serialNumber|captureSignature|dpi|width|height)$/i;

/** Tells whether a field proves who is there, or says why: a new proof, or a reason in other words, makes no other payment. */
export function isProofField(name: string): boolean {
  return PROOF.test(name);
}
