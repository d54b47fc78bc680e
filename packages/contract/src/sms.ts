/** Languages of messages to guardians. */
export const LANGUAGES = ['en', 'sw'] as const;
export type Language = (typeof LANGUAGES)[number];

/** GSM-7 basic alphabet. Text messages are counted and billed by segments, which hold more characters in GSM-7 than in Unicode. */

const GSM7 =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Characters that take two positions each. */
const GSM7_EXTENDED = '^{}\\[~]|€';

export interface SmsLength {
  readonly encoding: 'GSM-7' | 'Unicode';
  /** Positions used: some characters take two in GSM-7, and an emoji takes two in Unicode. */
  readonly characters: number;
  readonly segments: number;
  /** Number of positions in that many segments. */
  readonly room: number;
  /** Characters that force Unicode, without duplicates. */
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

/** Replaces characters that GSM-7 lacks: strips accents, replaces typographic marks by plain ones, and drops the rest. */
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
