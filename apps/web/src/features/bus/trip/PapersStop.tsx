import { dayOf } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { papersDue, permitOf } from '../papers-of.ts';
import type { PapersNoteProps } from './PapersNote.tsx';
import type { KnownBus } from './useBuses.ts';

/** Returns true where expired papers block the opening of a trip, as far as this device knows; the server decides. */
export function isStopped(bus: KnownBus | undefined): boolean {
  const today = dayOf(Date.now());
  return bus !== undefined && permitOf(bus, today) === null && papersDue(bus, today).some(({ days }) => days < 0);
}

/** Notice that the bus must not drive, shown where the chunk with the reasons cannot be loaded. */
export function PapersStop({ bus, away }: PapersNoteProps) {
  const { t } = useTranslation('trip');
  return isStopped(bus) && <p role="status">{t(away ? 'papers.away' : 'papers.stopped')}</p>;
}
