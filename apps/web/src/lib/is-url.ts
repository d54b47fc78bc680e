/** Returns true for an absolute URL. In place of `URL.canParse`, which the lowest browsers lack. */
export function isUrl(text: string): boolean {
  try {
    new URL(text);
    return true;
  } catch {
    // The constructor throws for anything else; that is the answer.
    return false;
  }
}
