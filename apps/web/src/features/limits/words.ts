import type { LimitScope, StudentLimits } from '@mfuko/contract/limits';
import { useTranslation } from '../../lib/i18n.ts';

export type Rule = StudentLimits['rules'][number];

/** Returns the texts of limits. */
export function useLimitWords() {
  const { t } = useTranslation('limits');
  return {
    rule: ({ rule }: Rule) => t(`rules.${rule}`),
    setBy: (scope: LimitScope) => t(`setBy.${scope}`),
  };
}
