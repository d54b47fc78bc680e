import type { HistoryRow, HistoryValue } from '@mfuko/contract/reports';
import { formatCount, formatDate, formatMoney } from '../lib/format.ts';
import { textAt, useTranslation } from '../lib/i18n.ts';

const MONEY = /price|amount|balance|limit|cap$|^fixed$/i;
/** Fields whose value is one of a fixed set of codes, which are translated; in any other field such a word is user text. */
const CHOICES = /^(role|duties|status|deviceRole|consentPolicy|wishedHow|list)$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Actions that change nothing: somebody has read the record. */
const READINGS = /\.read-/;

type Change = HistoryRow['changes'][number];

/** Texts for the names in the audit trail. A name without a text is made readable. */
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
    /** For a record within another's history, such as a guardian in a student's, adds the kind of record to the action. */
    action(action: string, kind?: string): string {
      const [noun = '', verb = ''] = [action.slice(0, action.indexOf('.')), action.slice(action.indexOf('.') + 1)];
      // Some verbs have another meaning for another noun: a device's code, and a consent's.
      const done = say(`whole.${action}`, say(`actions.${verb}`, readable(verb)));
      const whose = kind === undefined || kind === noun ? '' : say(`others.${noun}`, '');
      return whose === '' ? done : `${whose}: ${done}`;
    },
    /** Returns true for an action that changed nothing, of which only the values are worth showing. */
    tellsOnly: (action: string) => READINGS.test(action),
    field: ({ field }: Change): string => say(`fields.${field}`, readable(field)),
    value,
  };
}

/** Makes `quantityPerPerson` and `set-config` readable. */
function readable(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[-_.]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}
