import { dayOf } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { papersDue, permitOf } from '../papers-of.ts';
import type { PapersNoteProps } from './PapersNote.tsx';
import type { KnownBus } from './useBuses.ts';

/** Tells whether no trip opens by hand, as far as this device knows: the server has the word. */
export function isStopped(bus: KnownBus | undefined): boolean {
  const today = dayOf(Date.now());
  return bus !== undefined && permitOf(bus, today) === null && papersDue(bus, today).some(({ days }) => days < 0);
}

/** That the bus must not drive, where the code that says why cannot be had. */
export function PapersStop({ bus, away }: PapersNoteProps) {
  const { t } = useTranslation('trip');
  return isStopped(bus) && <p role="status">{t(away ? 'papers.away' : 'papers.stopped')}</p>;
}
