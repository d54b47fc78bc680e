import type { Language } from '@mfuko/contract/sms';

/** Change to the means by which a student's money is taken. */
export type Change =
  | 'pin'
  | 'pin-first'
  | 'pin-own'
  | 'finger'
  | 'finger-first'
  | 'finger-again'
  | 'finger-renewed'
  | 'finger-put-back'
  | 'finger-anew'
  | 'phone'
  | 'phone-added'
  | 'phone-removed'
  | 'limits'
  | 'meal';

export interface Words {
  readonly school: string;
  readonly student: string;
  /** `23/11 10:32`, by the school's clock. */
  readonly at: string;
  /** Hours for which cash is on hold; 0 for no hold. */
  readonly hours: number;
  /** Last digits of the new number. */
  readonly ending: string;
  /** Amounts, as texts of the language. */
  readonly amounts: Record<Language, string>;
}

export const TEXTS: Record<Change, Record<Language, (words: Words) => string>> = {
  pin: {
    en: ({ student, at, hours }) => `the PIN of ${student} was changed, ${at}.${cashWaits.en(hours)}`,
    sw: ({ student, at, hours }) => `PIN ya ${student} imebadilishwa, ${at}.${cashWaits.sw(hours)}`,
  },
  'pin-first': {
    en: ({ student, at, hours }) => `a first PIN was set for ${student}, ${at}.${cashWaits.en(hours)}`,
    sw: ({ student, at, hours }) => `PIN ya kwanza ya ${student} imewekwa, ${at}.${cashWaits.sw(hours)}`,
  },
  'pin-own': {
    en: ({ student, at, hours }) => `${student} has chosen a PIN of their own, ${at}.${cashWaits.en(hours)}`,
    sw: ({ student, at, hours }) => `${student} amechagua PIN yake mwenyewe, ${at}.${cashWaits.sw(hours)}`,
  },
  'finger-first': {
    en: ({ student, at, hours }) => `a finger of ${student} was registered, ${at}.${cashWaits.en(hours)}`,
    sw: ({ student, at, hours }) => `kidole cha ${student} kimesajiliwa, ${at}.${cashWaits.sw(hours)}`,
  },
  'finger-again': {
    en: ({ student, at }) => `a registered finger of ${student} was scanned and added once more, ${at}.`,
    sw: ({ student, at }) => `kidole kilichosajiliwa cha ${student} kimesomwa na kuongezwa tena, ${at}.`,
  },
  'finger-renewed': {
    en: ({ student, at }) => `a registered finger of ${student} was renewed, as it grows, by finger and PIN, ${at}.`,
    sw: ({ student, at }) =>
      `kidole kilichosajiliwa cha ${student} kimesasishwa, kwa kuwa kinakua, kwa kidole na PIN, ${at}.`,
  },
  'finger-put-back': {
    en: ({ student, at, hours }) =>
      `an earlier scan of a registered finger of ${student} was put back, ${at}.${cashWaits.en(hours)}`,
    sw: ({ student, at, hours }) =>
      `alama ya awali ya kidole kilichosajiliwa cha ${student} imerejeshwa, ${at}.${cashWaits.sw(hours)}`,
  },
  'finger-anew': {
    en: ({ student, at, hours }) =>
      `a finger of ${student} was registered again in place of its earlier scans, ${at}.${cashWaits.en(hours)}`,
    sw: ({ student, at, hours }) =>
      `kidole cha ${student} kimesajiliwa upya badala ya alama zake za awali, ${at}.${cashWaits.sw(hours)}`,
  },
  limits: {
    en: ({ student, at, amounts }) => `pocket money limits of ${student} were changed, ${at}: ${amounts.en}.`,
    sw: ({ student, at, amounts }) => `vikomo vya pesa za matumizi za ${student} vimebadilishwa, ${at}: ${amounts.sw}.`,
  },
  meal: {
    en: ({ student, at, amounts }) =>
      `${student} had a meal for ${amounts.en} by the PIN or finger that was changed recently, ${at}.`,
    sw: ({ student, at, amounts }) =>
      `${student} amekula mlo wa ${amounts.sw} kwa PIN au kidole kilichobadilishwa hivi karibuni, ${at}.`,
  },
  finger: {
    en: ({ student, at, hours }) => `another finger of ${student} was registered, ${at}.${cashWaits.en(hours)}`,
    sw: ({ student, at, hours }) => `kidole kingine cha ${student} kimesajiliwa, ${at}.${cashWaits.sw(hours)}`,
  },
  phone: {
    en: ({ student, at, ending }) =>
      `a guardian's number for ${student} was changed to one that ends in ${ending}, ${at}.`,
    sw: ({ student, at, ending }) =>
      `nambari ya mlezi wa ${student} imebadilishwa kuwa inayoishia na ${ending}, ${at}.`,
  },
  'phone-added': {
    en: ({ student, at, ending }) => `a guardian's number that ends in ${ending} was added for ${student}, ${at}.`,
    sw: ({ student, at, ending }) => `nambari ya mlezi inayoishia na ${ending} imeongezwa kwa ${student}, ${at}.`,
  },
  'phone-removed': {
    en: ({ student, at }) => `this is no longer a guardian number of ${student}, ${at}.`,
    sw: ({ student, at }) => `nambari hii si ya mlezi wa ${student} tena, ${at}.`,
  },
};
const cashWaits: Record<Language, (hours: number) => string> = {
  en: (hours) => (hours > 0 ? ` Cash by it waits ${hours} h.` : ''),
  sw: (hours) => (hours > 0 ? ` Taslimu kwayo inasubiri saa ${hours}.` : ''),
};
export const ENDING: Record<Language, string> = {
  en: ' If you did not ask for this, call the school now.',
  sw: ' Kama hukuomba hili, pigia shule simu sasa.',
};
