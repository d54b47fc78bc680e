import { useTranslation } from '../../../lib/i18n.ts';
import { whenOf } from '../../../lib/when.ts';
import { momentOf, type OrphanedRequest } from '../../../school/pending/pending-request.ts';
import { useRefusalText } from '../refusals.ts';
import { directionOf } from './orphan-list.ts';

/** Returns the texts for an orphaned press: the student, and the known outcome. */
export function useOrphanWords(): (left: OrphanedRequest) => { readonly who: string; readonly what: string } {
  const { t } = useTranslation('gate');
  const refusalText = useRefusalText();
  return (left) => {
    const { outcome, names, admissionNumber } = left;
    const time = whenOf(momentOf(left));
    const why =
      outcome === 'refused' ? refusalText({ refusal: left.refusal ?? null, names, admissionNumber }).short : '';
    const who = [admissionNumber, names].filter(Boolean).join(' ') || t('left.finger');
    return { who, what: t(`left.${outcome}.${directionOf(left)}`, { time, why }) };
  };
}
