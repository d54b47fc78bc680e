import { gsmSafe, type Language } from '@mfuko/contract/sms';
import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { optedOut } from './balance-reminder.ts';
import type { Reached } from './receipt.ts';
import { shortName } from './rules.ts';
import { writeMessage } from './store.ts';

/** Life of an attendance message; a later one is no longer news. */
const SIX_HOURS = 6 * 3600;

interface Words {
  readonly school: string;
  readonly who: string;
  /** `25/11 09:00`, by the school's clock. */
  readonly at: string;
}

const TEXTS: Record<'absent' | 'late' | 'overdue', Record<Language, (words: Words) => string>> = {
  absent: {
    en: ({ school, who, at }) =>
      `${school}: ${who} was not in school by ${at}. If you do not know why, please call the school.`,
    sw: ({ school, who, at }) =>
      `${school}: ${who} hajafika shuleni kufikia ${at}. Kama hujui sababu, tafadhali pigia shule simu.`,
  },
  late: {
    en: ({ school, who, at }) => `${school}: ${who} came late to school, ${at}.`,
    sw: ({ school, who, at }) => `${school}: ${who} amechelewa kufika shuleni, ${at}.`,
  },
  overdue: {
    en: ({ school, who, at }) =>
      `${school}: ${who} should be back at school by ${at} and is not here. Please call the school.`,
    sw: ({ school, who, at }) =>
      `${school}: ${who} alitakiwa kurudi shuleni kufikia ${at} na bado hajafika. Tafadhali pigia shule simu.`,
  },
};

interface AboutStudent extends Omit<Words, 'who'> {
  readonly names: string;
  readonly admissionNumber: string;
  /** Guardians in the order in which they were entered. */
  readonly guardians: readonly Reached[];
  /** Id of the notice; a phone gets one message for each notice. */
  readonly noticeId: string;
}
export interface AttendanceText extends AboutStudent {
  readonly kind: 'absent' | 'late';
}
export type OverdueText = AboutStudent;

/** Writes to each guardian who wants messages, in their language, that a child is absent or late. Returns the number of messages. */
export async function writeAttendance(tx: Tx, context: AppContext, order: AttendanceText): Promise<number> {
  const guardians = await wanting(tx, context, order.guardians);
  for (const guardian of guardians) await write(tx, context, order, order.kind, [guardian]);
  return guardians.length;
}

/** Writes to the first guardian who wants messages that a child is not back, with the next guardian as the fallback. */
export async function writeOverdue(tx: Tx, context: AppContext, order: OverdueText): Promise<void> {
  await write(tx, context, order, 'overdue', await wanting(tx, context, order.guardians));
}

async function wanting(tx: Tx, context: AppContext, guardians: readonly Reached[]): Promise<Reached[]> {
  const each = [...new Map(guardians.map((guardian) => [guardian.mobileNumber, guardian])).values()];
  const out = await optedOut(
    tx,
    context,
    each.map(({ mobileNumber }) => mobileNumber),
  );
  return each.filter(({ mobileNumber }) => !out.has(mobileNumber));
}

async function write(
  tx: Tx,
  context: AppContext,
  { school, names, admissionNumber, at, noticeId }: AboutStudent,
  kind: keyof typeof TEXTS,
  guardians: readonly Reached[],
): Promise<void> {
  const who = `${shortName(names)} (${admissionNumber})`;
  const [first, next] = guardians.map(({ mobileNumber, language }) => ({
    to: mobileNumber,
    language,
    text: gsmSafe(TEXTS[kind][language]({ school: school.slice(0, 20), who, at })),
  }));
  if (!first) return;
  await writeMessage(tx, context, {
    sms: { to: first.to, text: first.text, kind: 'attendance' },
    lifeSeconds: SIX_HOURS,
    language: first.language,
    about: who,
    next: next ?? null,
    passageId: noticeId,
  });
}
