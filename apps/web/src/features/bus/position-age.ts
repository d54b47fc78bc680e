import { type BusPosition, POSITION_STALE_MINUTES } from '@mfuko/contract/bus-positions';
import { useCallback } from 'react';
import { clockAhead } from '../../lib/clock.ts';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';

/** Returns the server's time, estimated from its last answer: positions carry that time, and this screen's clock may be wrong. */
export const serverNow = () => Date.now() + (clockAhead() ?? 0);

const minutesOf = ({ at }: BusPosition, now: number) => Math.max(0, Math.floor((now - Date.parse(at)) / 60_000));

/** Returns true for a position too old to show where the bus is now. */
export const isStale = (position: BusPosition, now: number) => minutesOf(position, now) >= POSITION_STALE_MINUTES;

/** Returns a function that gives the age of a position as text, and says so where the position is stale. */
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
