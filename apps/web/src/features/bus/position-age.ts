import { type BusPosition, POSITION_STALE_MINUTES } from '@mfuko/contract/bus-positions';
import { useCallback } from 'react';
import { clockAhead } from '../../lib/clock.ts';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';

/** Server's time by its last answer: positions bear that, and the clock of this screen may be wrong. */
export const serverNow = () => Date.now() + (clockAhead() ?? 0);

const minutesOf = ({ at }: BusPosition, now: number) => Math.max(0, Math.floor((now - Date.parse(at)) / 60_000));

/** Tells whether a position says where the bus was, and no longer where it is. */
export const isStale = (position: BusPosition, now: number) => minutesOf(position, now) >= POSITION_STALE_MINUTES;

/** Age of a position in words, plain where it is no longer where the bus is. */
export function useAgeOfPosition(): (position: BusPosition, now: number) => string {
  const { t } = useTranslation('bus');
  return useCallback(
    (position, now) => {
      const count = minutesOf(position, now);
      const shown = formatCount(count);
      if (isStale(position, now)) return t('positions.stale', { count, shown });
      return count === 0 ? t('positions.now') : t('positions.ago', { count, shown });
    },
    [t],
  );
}
