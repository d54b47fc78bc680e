import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { type previewReminder, REMINDER_SKIPPED, type ReminderSkipped } from '@mfuko/contract/reminders';
import { LANGUAGES } from '@mfuko/contract/sms';
import type { ReadTx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { costOfTexts, leftOfMonth } from '../messages/index.ts';
import { withAccount } from '../payments/index.ts';
import { isGoing, planReminder, texts, together } from './plan.ts';

/** Previews a reminder: the number of guardians, a sample text, the cost, and the students skipped by reason. */
export async function preview(
  tx: ReadTx,
  context: AppContext,
  input: InputOf<typeof previewReminder>,
): Promise<AnswerOf<typeof previewReminder>> {
  const planned = await planReminder(tx, context, input);
  const going = planned.filter(isGoing);
  const groups = together(going);
  const textOf = await texts(tx);
  const isText = input.way === 'sms';
  return {
    recipients: going.length,
    groups: groups.length,
    groupsInKiswahili: groups.filter(([{ language }]) => language === 'sw').length,
    shared: groups
      .filter((group) => group.length > 1)
      .map((group) => group.map(({ names, admissionNumber }) => ({ names, admissionNumber }))),
    inKiswahili: going.filter(({ language }) => language === 'sw').length,
    cost: isText ? costOfTexts(context, groups.map(textOf)) : null,
    left: isText ? await leftOfMonth(tx) : null,
    ready: (await withAccount(context, tx)) !== null,
    texts: LANGUAGES.flatMap((language) => {
      const first = isText ? groups.find(([one]) => one.language === language) : undefined;
      return first ? [{ language, text: textOf(first) }] : [];
    }),
    skipped: Object.fromEntries(
      REMINDER_SKIPPED.map((why) => [why, planned.filter(({ skipped }) => skipped === why).length]),
    ) as Record<ReminderSkipped, number>,
  };
}
