/** The languages in which guardians are written to. */
export const LANGUAGES = ['en', 'sw'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Text messages are counted and paid for: by segments, of which a GSM-7 message has more room than a Unicode one. */

const GSM7 =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** These take two places. */
const GSM7_EXTENDED = '^{}\\[~]|€';

export interface SmsLength {
  readonly encoding: 'GSM-7' | 'Unicode';
  /** Places taken: in GSM-7 some characters take two, in Unicode an emoji does. */
  readonly characters: number;
  readonly segments: number;
  /** Number of places in that many segments. */
  readonly room: number;
  /** The characters because of which it is Unicode, each once. */
  readonly outside: readonly string[];
}

export function smsLength(text: string): SmsLength {
  const outside = [...new Set([...text].filter((sign) => !GSM7.includes(sign) && !GSM7_EXTENDED.includes(sign)))];
  if (outside.length > 0) return { encoding: 'Unicode', ...segmentsOf(text.length, 70, 67), outside };
  const places = [...text].reduce((sum, sign) => sum + (GSM7_EXTENDED.includes(sign) ? 2 : 1), 0);
  return { encoding: 'GSM-7', ...segmentsOf(places, 160, 153), outside };
}

function segmentsOf(characters: number, alone: number, each: number) {
  const segments = characters <= alone ? 1 : Math.ceil(characters / each);
  return { characters, segments, room: segments === 1 ? alone : segments * each };
}

/** The same words in signs that GSM-7 has: accents go, typographic marks become plain ones, what is left is dropped. */
export function gsmSafe(text: string): string {
  return [
    ...text
      .replace(/[‘’ʼ`´]/g, "'")
      .replace(/[“”]/g, '"')
      .replace(/[–—]/g, '-')
      .replaceAll('…', '...'),
  ]
    .map((sign) => (isGsm(sign) ? sign : sign.normalize('NFD').replace(/\p{M}/gu, '')))
    .join('')
    .replace(/./gsu, (sign) => (isGsm(sign) ? sign : ''))
    .trim();
}

function isGsm(sign: string): boolean {
  return GSM7.includes(sign) || GSM7_EXTENDED.includes(sign);
}
