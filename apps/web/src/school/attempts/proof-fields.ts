const PROOF = /^(pin|override|checkPin|shownAmount|userName|b64.*|serialNumber|captureSignature|dpi|width|height)$/i;

/** Tells whether a field proves who is there, says why, or what price was shown: a new proof, a reason in other words, or another price of the same makes no other payment. */
export function isProofField(name: string): boolean {
  return PROOF.test(name);
}
