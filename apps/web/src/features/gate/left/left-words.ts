import { useTranslation } from '../../../lib/i18n.ts';
import { useRefusalText, whenOf } from '../refusals.ts';
import type { LeftPassage } from './left-list.ts';

/** Puts into words what is known of a press whose page has ended. */
export function useLeftWords(): (left: LeftPassage) => { readonly who: string; readonly what: string } {
  const { t } = useTranslation('gate');
  const refusalText = useRefusalText();
  return (left) => {
    const { outcome, kind, names, admissionNumber, at, clockAheadMs, event } = left;
    const time = whenOf(event?.date ?? new Date(at + (clockAheadMs ?? 0)).toISOString());
    const why =
      outcome === 'refused' ? refusalText({ refusal: left.refusal ?? null, names, admissionNumber }).short : '';
    const who = [admissionNumber, names].filter(Boolean).join(' ') || t('left.finger');
    return { who, what: t(`left.${outcome}.${kind}`, { time, why }) };
  };
}
