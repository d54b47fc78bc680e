import { Suspense, useEffect, useState } from 'react';
import { watchCards } from '../../../lib/card-guard.ts';
import { formatDate } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { latePart } from '../../../lib/late-part.ts';
import { describe } from '../../../lib/problems.ts';
import { useSchool } from '../../../lib/school.ts';
import type { Session } from '../../../lib/session.ts';
import { anewAtSchool } from '../../../school/desk/anew-at-school.tsx';
import { DeskBar } from '../../../school/desk/DeskBar.tsx';
import { DeskLinks, type DesksOf } from '../../../school/desk/DeskLinks.tsx';
import classes from '../../../school/desk/desk.module.css';
import { PrintedAt } from '../../../school/desk/PrintedAt.tsx';
import { useOnline, useOwnNames } from '../../../school/desk/useDevice.ts';
import { useNow } from '../../../school/desk/useNow.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { storageFails } from '../../../school/offline/storage-state.ts';
import { useNews } from '../../../school/offline/useNews.ts';
import type { OrphanedRequest } from '../../../school/pending/pending-request.ts';
import { keyOf } from '../bus-name.ts';
import { useOrphanedRides } from '../orphaned/pending-rides.ts';
import { Elsewhere } from './Elsewhere.tsx';
import { OnTheBus, OpenTrip, PapersNote } from './OnTheBus.tsx';
import { PickBus } from './PickBus.tsx';
import { UnfitCount } from './UnfitCount.tsx';
import { StorageWords, useUnkept } from './Unkept.tsx';
import { useBuses } from './useBuses.ts';
import { useTrip } from './useTrip.ts';

// Lazy chunks, seldom needed; some have texts of their own.
const NoBuses = latePart(() => import('./NoBuses.tsx').then((all) => all.NoBuses));
const OrphanedRides = latePart(() => import('../orphaned/OrphanedRides.tsx').then((all) => all.OrphanedRides));
const Unfit = latePart(() => import('./Unfit.tsx').then((all) => all.Unfit), UnfitCount);
const StorageNote = latePart(
  () => import('../../../school/desk/StorageNote.tsx').then((all) => all.StorageNote),
  StorageWords,
);

interface TripDeskProps {
  readonly session: Session;
  /** Name of the signed-in user; null until the server has answered. */
  readonly names: string | null;
  readonly desks: DesksOf;
  readonly onLogout: () => void;
}

/** Screen of the attendant's trip, online or offline: who is expected, aboard, dropped and missing. Remounts when the school changes. */
export const TripDesk = anewAtSchool(TripDeskOfSchool);

function TripDeskOfSchool({ session, names, desks, onLogout }: TripDeskProps) {
  const { t } = useTranslation(['trip', 'ui']);
  const { t: desk } = useTranslation('desk');
  const school = useSchool();
  const of = school?.sysid ?? '';
  const { buses, answered, plate, choose, askAgain } = useBuses(of);
  const { bus, kept, riders, away: isSilent, refusal } = useTrip(of, plate);
  const by = useOwnNames(session, names);
  const online = useOnline();
  const down = outbox.down.use();
  const waiting = outbox.waiting.use();
  const [lost, setLost] = useState<'nobody' | 'unclear' | null>(null);
  const { news, read } = useNews('bus');
  const fails = storageFails.use();
  useUnkept(fails);
  const isLeft = useOrphanedRides(session.userName).length > 0;
  useEffect(() => outbox.start(), []);
  useEffect(() => {
    for (const part of [OrphanedRides, StorageNote, Unfit, OpenTrip, PapersNote]) void part.ahead();
  }, []);
  useEffect(() => watchCards(setLost), []);
  const away = !online || down || isSilent;
  const isStaff = session.role !== 'CheckAgent';
  const forgetLost = () => setLost(null);
  function onPassed({ key, kind, admissionNumber, busNumberPlate = '', at }: OrphanedRequest): void {
    const isHere = keyOf(busNumberPlate) === keyOf(plate);
    if (isHere && (kind === 'on' || kind === 'off'))
      void bus.note({ key, kind, admissionNumber, at: new Date(at).toISOString() });
  }
  return (
    <div className={classes.page}>
      <DeskBar
        title={t('title')}
        school={school?.shortName ?? null}
        names={by}
        online={!away}
        waiting={waiting}
        onLogout={onLogout}
      >
        <DeskLinks desks={desks} here="bus" />
        <a href={isStaff ? '/app' : '/app/school.bus.kids'}>{desk('bar.console')}</a>
      </DeskBar>
      <PrintedAt />
      <main className={classes.main} onKeyDown={forgetLost} onPointerDown={forgetLost}>
        <Suspense>{fails && <StorageNote />}</Suspense>
        <Suspense>{isLeft && <OrphanedRides onPassed={onPassed} />}</Suspense>
        {buses?.length === 0 ? (
          <NoBuses answered={answered} isStaff={isStaff} />
        ) : (
          <PickBus buses={buses} plate={plate} onChoose={choose} />
        )}
        <Age seenAt={away ? (kept?.asOf ?? null) : null} away={away} hasBus={plate !== ''} />
        <div role="alert">
          <Elsewhere user={session.userName} />
          {refusal && (
            <p className={classes.note} data-look="bad">
              {describe(refusal).message}
            </p>
          )}
          {lost && (
            <p className={classes.note} data-look="waiting">
              <strong>{t('ui:card.title')}</strong> {t(`ui:card.${lost}`)}
            </p>
          )}
          <Unfit outcomes={news} onRead={read} />
        </div>
        {plate !== '' && kept && refusal === null && (
          <OnTheBus
            key={bus.of}
            of={bus}
            {...{ kept, riders, away, isStaff }}
            onPapersAgain={askAgain}
            bus={buses?.find(({ busNumberPlate }) => keyOf(busNumberPlate) === keyOf(plate))}
          />
        )}
      </main>
    </div>
  );
}

/** Age of the lists, shown while the server cannot be reached. */
function Age({ seenAt, away, hasBus }: { seenAt: string | null; away: boolean; hasBus: boolean }) {
  const { t } = useTranslation('trip');
  const now = useNow();
  const age = seenAt && {
    at: formatDate(seenAt),
    count: Math.max(0, Math.floor((now - Date.parse(seenAt)) / 60_000)),
  };
  return (
    <div role="status">
      {away && hasBus && (
        <p className={classes.note} data-look="waiting">
          {age ? t('away', age) : t('awayUnseen')}
        </p>
      )}
    </div>
  );
}
