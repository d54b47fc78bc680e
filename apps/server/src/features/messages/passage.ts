import { gsmSafe, type Language } from '@mfuko/contract/sms';
import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import type { Reached } from './receipt.ts';
import { shortName } from './rules.ts';
import { writeMessage } from './store.ts';

/** Life of a passage message; a later one is no longer news. */
const SIX_HOURS = 6 * 3600;

/** Passages of which guardians are notified; `stayed`: an exit that they were notified of was undone. */
export type PassageKind = 'in' | 'out' | 'on' | 'off' | 'stayed';

interface Words {
  readonly school: string;
  readonly who: string;
  /** `21/11 07:05`, by the school's clock. */
  readonly at: string;
  readonly plate: string;
}

const TEXTS: Record<PassageKind, Record<Language, (words: Words) => string>> = {
  in: {
    en: ({ school, who, at }) => `${school}: ${who} came to school, ${at}.`,
    sw: ({ school, who, at }) => `${school}: ${who} ameingia shuleni, ${at}.`,
  },
  out: {
    en: ({ school, who, at }) => `${school}: ${who} left school, ${at}.`,
    sw: ({ school, who, at }) => `${school}: ${who} ametoka shuleni, ${at}.`,
  },
  stayed: {
    en: ({ school, who, at }) => `${school}: ${who} has not left: in school, ${at}. The message before was an error.`,
    sw: ({ school, who, at }) =>
      `${school}: ${who} hajatoka: yuko shuleni, ${at}. Ujumbe uliotangulia ulikuwa na kosa.`,
  },
  on: {
    en: ({ school, who, at, plate }) => `${school}: ${who} got on bus ${plate}, ${at}.`,
    sw: ({ school, who, at, plate }) => `${school}: ${who} amepanda basi ${plate}, ${at}.`,
  },
  off: {
    en: ({ school, who, at, plate }) => `${school}: ${who} got off bus ${plate}, ${at}.`,
    sw: ({ school, who, at, plate }) => `${school}: ${who} ameshuka basi ${plate}, ${at}.`,
  },
};

export interface PassageOrder {
  readonly kind: PassageKind;
  readonly eventId: string;
  readonly guardians: readonly Reached[];
  readonly names: string;
  readonly admissionNumber: string;
  readonly school: string;
  readonly at: string;
  /** Plate of the bus; null at the gate. */
  readonly plate: string | null;
}

/** Writes to each guardian of a passage, in their language. It is idempotent: one message for each phone and passage. */
export async function writePassage(tx: Tx, context: AppContext, order: PassageOrder): Promise<void> {
  const who = `${shortName(order.names)} (${order.admissionNumber})`;
  const words = { school: order.school.slice(0, 20), who, at: order.at, plate: order.plate ?? '' };
  for (const { mobileNumber, language } of order.guardians) {
    await writeMessage(tx, context, {
      sms: { to: mobileNumber, text: gsmSafe(TEXTS[order.kind][language](words)), kind: 'passage' },
      lifeSeconds: SIX_HOURS,
      language,
      about: who,
      passageId: order.eventId,
    });
  }
}
