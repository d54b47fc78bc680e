import type { OfflineOutcome } from '@mfuko/contract/offline';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { whenOf } from '../../lib/when.ts';
import { whyOf } from './why-of.ts';

/** Offline rides that a user has to look at, oldest first, one a line: the child, the direction, the bus, the time, and what is wrong. */
export function LateRides({ outcomes }: { outcomes: readonly OfflineOutcome[] }) {
  const sorted = outcomes.toSorted((one, other) => momentOf(one).localeCompare(momentOf(other)));
  return (
    <ul>
      {sorted.map((outcome) => (
        <LateRide key={outcome.key} outcome={outcome} />
      ))}
    </ul>
  );
}

function momentOf({ occurredAt = '' }: OfflineOutcome): string {
  return occurredAt;
}

function LateRide({ outcome }: { outcome: OfflineOutcome }) {
  const { t } = useTranslation('rides');
  const { admissionNumber, studentName, kind, status, busNumberPlate, occurredAt, trip, problem } = outcome;
  const who = [admissionNumber, studentName].filter(Boolean).join(' ');
  const result = status === 'refused' ? 'refused' : 'recorded';
  // The text about the trip says already that it was closed.
  const isToldByTrip = trip !== undefined && problem === 'bus.trip-closed';
  // A stopped check-out was recorded first: the reason tells what became of it.
  const isStopped = problem === 'stopped';
  const words = [
    !isStopped && (kind ? t(`late.${result}.${kind}`) : t('late.nothing')),
    busNumberPlate,
    whenOf(occurredAt),
    !isToldByTrip && t(`late.why.${whyOf(outcome)}`),
    trip && t('late.closed', { at: formatDate(trip.closed), by: trip.closedBy }),
  ];
  return (
    <li>
      <strong>{who || t('late.nobody')}</strong> {words.filter(Boolean).join(' · ')}
    </li>
  );
}
