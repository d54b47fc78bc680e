/**
 * Reads a Kenyan mobile number as people write it: `254…`, `+254…`, `07…` or `01…`, with spaces or dashes. Gives the form in
 * which it is kept, 254 and nine digits; null where the text is anything else.
 */
export function readPhoneNumber(text: string): string | null {
  const [, national] = /^(?:\+?254|0)([17]\d{8})$/.exec(bare(text)) ?? [];
  return national === undefined ? null : `254${national}`;
}

/** The beginning of a phone number, for searches, in the form in which numbers are kept: `0722 0` is `2547220`; null where it is none. */
export function readPhoneBeginning(text: string): string | null {
  const [, national] = /^(?:\+?254|0)([17]\d{1,8})$/.exec(bare(text)) ?? [];
  return national === undefined ? null : `254${national}`;
}

function bare(text: string): string {
  return text.replace(/[\s\p{Dash_Punctuation}]/gu, '');
}
