const PROOF = /^(pin|override|checkPin|shownAmount|userName|b64.*|serialNumber|captureSignature|dpi|width|height)$/i;

/**
 * Returns true for a field that holds a proof, a reason, or a displayed price: a new proof, a reason in other words, or another price of
 * the same item makes no other payment.
 */
export function isProofField(name: string): boolean {
  return PROOF.test(name);
}
