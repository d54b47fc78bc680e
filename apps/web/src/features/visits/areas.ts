import type { PlatformVisit } from '@mfuko/contract/visits';
import { useCallback } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';

const AREAS = ['student', 'wallet', 'check', 'school', 'reports', 'messages', 'reminders', 'clock', 'search'] as const;
type Area = (typeof AREAS)[number];

/** Returns the text for the areas that a visit read or changed, with their numbers of calls. An area is the first part of a call's name. */
export function useAreas() {
  const { t } = useTranslation('visits');
  return useCallback(
    ({ calls }: PlatformVisit, changes: boolean): string => {
      const times = new Map<Area | 'other', number>();
      for (const call of calls) {
        if (call.changes !== changes) continue;
        const named = call.path.split('/', 1)[0];
        const area = AREAS.find((one) => one === named) ?? 'other';
        times.set(area, (times.get(area) ?? 0) + call.times);
      }
      return [...times].map(([area, count]) => `${t(`areas.${area}`)} (${formatCount(count)})`).join(', ');
    },
    [t],
  );
}
