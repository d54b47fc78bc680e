import type { GateException } from '@mfuko/contract/campus';
import { useMemo } from 'react';
import { textAt, useTranslation } from '../../lib/i18n.ts';

/** Exception kind of an offline check-out whose proof did not hold: the child may have left with the wrong person. */
export const GRAVE = 'offline-out-unverified';

/** Returns the texts for the detail of a gate exception. */
export function useExceptionWords() {
  const { t } = useTranslation('campus');
  return useMemo(() => {
    const say = (key: string, otherwise: string) => textAt('campus', key, otherwise);
    const reason = (problem: string) => say(`why.${problem.replace('.', '-')}`, problem);
    return {
      /** Returns the reason for which the passage is on the list. */
      why({ kind, detail }: Pick<GateException, 'kind' | 'detail'>): string {
        const own = text(detail.reason);
        if (own) return own;
        const problems = new Set([text(detail.problem), text(detail.clash)].filter((problem) => problem !== ''));
        if (problems.size > 0) return [...problems].map(reason).join('; ');
        return kind.endsWith('unverified') ? t('why.no-proof') : '';
      },
      event: (detail: GateException['detail']): string => say(`events.${text(detail.event)}`, ''),
      method: (detail: GateException['detail']): string => say(`methods.${text(detail.method)}`, ''),
    };
  }, [t]);
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
