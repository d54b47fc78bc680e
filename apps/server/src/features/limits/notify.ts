import type { Language } from '@mfuko/contract/sms';
import type { Change } from '../../platform/audit/changes.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { guardianRecipients, notifyOfChange } from '../students/index.ts';

/** Names of the limits of which guardians are notified, by field of the audit trail. */
const NAMES: Readonly<Record<string, Record<Language, string>>> = {
  cashOutLimit: { en: 'one cash-out', sw: 'taslimu mara moja' },
  dayLimit: { en: 'cash in a day', sw: 'taslimu kwa siku' },
  weekLimit: { en: 'cash in a week', sw: 'taslimu kwa wiki' },
  noCash: { en: 'no cash at all', sw: 'bila taslimu kabisa' },
  spendingLimit: { en: 'spending in a day', sw: 'matumizi kwa siku' },
  fingerAlone: { en: 'by finger alone', sw: 'kwa kidole pekee' },
};
const NONE: Record<Language, string> = { en: 'no limit', sw: 'bila kikomo' };
const YES: Record<Language, string> = { en: 'yes', sw: 'ndiyo' };
const NO: Record<Language, string> = { en: 'no', sw: 'hapana' };

/** Notifies a student's guardians of changed limits, with the old and new values. */
export async function notifyOfLimits(
  tx: Tx,
  context: AppContext,
  studentId: string,
  changes: Readonly<Record<string, Change>>,
): Promise<void> {
  const told = Object.entries(changes).filter(([field]) => field in NAMES);
  if (told.length === 0) return;
  const inLanguage = (language: Language) =>
    told.map(([field, { from, to }]) => {
      const [was, is] = [from, to].map((value) => words(value, language));
      return `${NAMES[field]?.[language]} ${was} > ${is}`;
    });
  const amounts = { en: inLanguage('en').join(', '), sw: inLanguage('sw').join(', ') };
  await notifyOfChange(tx, context, studentId, 'limits', { to: await guardianRecipients(tx, studentId), amounts });
}

function words(value: unknown, language: Language): string {
  if (value === null || value === undefined) return NONE[language];
  if (typeof value === 'boolean') return (value ? YES : NO)[language];
  return String(value);
}
