import type { Oddity } from '@mfuko/contract/campus';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { i18n } from '../../lib/i18n.ts';

/** A child may have gone with somebody who should not have fetched them. */
export const GRAVE = 'offline-out-unverified';

/** What an oddity's detail says, in words. */
export function useOddityWords() {
  const { t } = useTranslation('campus');
  return useMemo(() => {
    // The keys are put together here, so their types cannot be known.
    const say = (key: string, otherwise: string) =>
      i18n.exists(key, { ns: 'campus' }) ? (t as unknown as (key: string) => string)(key) : otherwise;
    const reason = (problem: string) => say(`why.${problem.replace('.', '-')}`, problem);
    return {
      /** Why it is on the list. */
      why({ kind, detail }: Pick<Oddity, 'kind' | 'detail'>): string {
        const own = text(detail.reason);
        if (own) return own;
        const problems = new Set([text(detail.problem), text(detail.clash)].filter((problem) => problem !== ''));
        if (problems.size > 0) return [...problems].map(reason).join('; ');
        return kind.endsWith('unverified') ? t('why.no-proof') : '';
      },
      event: (detail: Oddity['detail']): string => say(`events.${text(detail.event)}`, ''),
      method: (detail: Oddity['detail']): string => say(`methods.${text(detail.method)}`, ''),
    };
  }, [t]);
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
