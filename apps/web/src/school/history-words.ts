import type { HistoryRow, HistoryValue } from '@mfuko/contract/reports';
import { formatCount, formatDate, formatMoney } from '../lib/format.ts';
import { textAt, useTranslation } from '../lib/i18n.ts';

const MONEY = /price|amount|balance|limit|cap$|^fixed$/i;
/** Fields that hold one of a few words of ours; in any other such a word is somebody's own. */
const CHOICES = /^(role|duties|status|deviceRole|consentPolicy|wishedHow|list)$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Actions that leave everything as it was: that somebody has read it. */
const READINGS = /\.read-/;

type Change = HistoryRow['changes'][number];

/**
 * History words: what the trail's own names are called by people. A name without a word of its own is made readable.
 */
export function useHistoryWords() {
  const { t } = useTranslation('history');
  const say = (key: string, otherwise: string) => textAt('history', key, otherwise);

  function value(field: string, of: HistoryValue): string {
    if (of === null || of === '' || (Array.isArray(of) && of.length === 0)) return t('nothing');
    if (Array.isArray(of)) return of.map((each) => value(field, each)).join(', ');
    if (typeof of === 'boolean') return t(of ? 'yes' : 'no');
    if (field === 'schoolDays' && typeof of === 'number') return say(`weekdays.${of}`, String(of));
    if (typeof of === 'number') return MONEY.test(field) ? formatMoney(of) : formatCount(of);
    if (MOMENT.test(of)) return formatDate(of);
    return CHOICES.test(field) ? say(`values.${of}`, of) : of;
  }
  return {
    /** Of a record that stands in another's history, as a guardian does in a student's, it says whose action it is. */
    action(action: string, kind?: string): string {
      const [noun = '', verb = ''] = [action.slice(0, action.indexOf('.')), action.slice(action.indexOf('.') + 1)];
      // Some verbs say another thing of another noun: a device's code, and that of a consent.
      const done = say(`whole.${action}`, say(`actions.${verb}`, readable(verb)));
      const whose = kind === undefined || kind === noun ? '' : say(`others.${noun}`, '');
      return whose === '' ? done : `${whose}: ${done}`;
    },
    /** True of what changed nothing: only its values are worth telling. */
    tellsOnly: (action: string) => READINGS.test(action),
    field: ({ field }: Change): string => say(`fields.${field}`, readable(field)),
    value,
  };
}

/** `quantityPerPerson` and `set-config` as a person would write them. */
function readable(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[-_.]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}
