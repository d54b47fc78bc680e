import { Encrypter } from 'age-encryption';

const RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/;

/** Returns true for a public key to which backups can be encrypted. */
export function isRecipient(text: string): boolean {
  if (!RECIPIENT.test(text)) return false;
  try {
    // Also verifies the checksum, which the pattern does not cover.
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    // The library's only way to say that the checksum is wrong.
    return false;
  }
}
