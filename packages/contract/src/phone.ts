/**
 * Reads a Kenyan mobile number as people write it: `254…`, `+254…`, `07…` or `01…`, with spaces or dashes. Returns the stored form, 254
 * and nine digits; null for any other text.
 */
export function readPhoneNumber(text: string): string | null {
  const [, national] = /^(?:\+?254|0)([17]\d{8})$/.exec(bare(text)) ?? [];
  return national === undefined ? null : `254${national}`;
}

/** Reads the beginning of a phone number for searches, in the stored form: `0722 0` is `2547220`; null if the text is not one. */
export function readPhoneBeginning(text: string): string | null {
  const [, national] = /^(?:\+?254|0)([17]\d{1,8})$/.exec(bare(text)) ?? [];
  return national === undefined ? null : `254${national}`;
}

function bare(text: string): string {
  return text.replace(/[\s\p{Dash_Punctuation}]/gu, '');
}
