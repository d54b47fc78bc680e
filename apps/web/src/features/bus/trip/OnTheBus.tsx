import type { Trip } from '@mfuko/contract/bus-trips';
import { type ReactNode, useEffect, useState } from 'react';
import { holdDesk } from '../../../lib/activity.ts';
import { formatDate } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { latePart } from '../../../lib/late-part.ts';
import { useScanner } from '../../../lib/scanner/useScanner.ts';
import classes from '../../../school/desk/desk.module.css';
import { busName } from '../bus-name.ts';
import { BoardingForm } from './BoardingForm.tsx';
import type { KeptBus } from './kept-bus.ts';
import { LastScan } from './LastScan.tsx';
import { NeedsNetwork } from './NeedsNetwork.tsx';
import { OpensByItself } from './OpensByItself.tsx';
import { isStopped, PapersStop } from './PapersStop.tsx';
import { PeopleList } from './PeopleList.tsx';
import type { RideKind } from './scan.ts';
import { childOf, type KeptRiders, type KeptTrip, type TripView, viewOf } from './trip-view.ts';
import type { ProofBy } from './useBoarding.ts';
import type { KnownBus } from './useBuses.ts';
import { usePositions } from './usePositions.ts';
import { useRides } from './useRides.ts';

/** The same where its code cannot be had. */
const Unable = ({ unable }: { unable: ReactNode }) => unable;
const CloseTrip = latePart(() => import('./CloseTrip.tsx').then((all) => all.CloseTrip), Unable);
const TripPapers = latePart(() => import('./PapersNote.tsx').then((all) => all.TripPapers));

/** Fetched as the desk opens: nothing moves below a finger once a bus is picked. */
export const PapersNote = latePart(() => import('./PapersNote.tsx').then((all) => all.PapersNote), PapersStop);
export const OpenTrip = latePart(() => import('./OpenTrip.tsx').then((all) => all.OpenTrip), Unable);

interface OnTheBusProps {
  readonly of: KeptBus;
  readonly kept: KeptTrip;
  readonly riders: KeptRiders | null;
  readonly away: boolean;
  readonly isStaff: boolean;
  /** As this device saw it last; undefined for one that it has never seen. */
  readonly bus: KnownBus | undefined;
  readonly onPapersAgain: () => void;
}

/** The lists in the order in which an attendant needs them. */
const LISTS = ['aboard', 'missing', 'dropped', 'others', 'expected'] as const;
const ACTS: Partial<Record<(typeof LISTS)[number], RideKind>> = { aboard: 'off', missing: 'on' };

/** One bus: its door, its lists, and the opening and closing of its trip. */
export function OnTheBus({ of, kept, riders, away, isStaff, bus, onPapersAgain }: OnTheBusProps) {
  const { t } = useTranslation('trip');
  const hour = Number(formatDate(new Date()).slice(-5, -3));
  const view = viewOf({ kept, riders, plate: of.plate, hour });
  const [proofBy, setProofBy] = useState<ProofBy>('attested');
  const scanner = useScanner({ enabled: proofBy === 'fingerprint' });
  const rides = useRides(of, { view, riders }, scanner.flush);
  const { open, lists } = view;
  const isUnderWay = open !== null || view.begun;
  // Nobody touches it between two stops.
  useEffect(() => (isUnderWay ? holdDesk() : undefined), [isUnderWay]);
  const position = usePositions(open?.sysid ?? null, away, () => void of.ask());
  // Of a closed trip the record stands until another one begins.
  const record = open === null && !view.begun && !away && kept.trip ? kept.trip : null;
  // Not the record's, which comes and goes with the network: a trip ends once.
  const closed = (open === null && kept.trip?.closed) || null;
  const { endTrip } = rides;
  useEffect(() => (closed === null ? undefined : endTrip()), [closed, endTrip]);
  return (
    <>
      <Head view={view} last={kept.trip} />
      {open && !away && <p className={classes.dim}>{t(`position.${position}`)}</p>}
      {open === null && <PapersNote {...{ bus, away, isStaff }} onAgain={onPapersAgain} />}
      {open === null && !view.begun && (away || !isStopped(bus)) && (
        <OpenTrip
          away={away}
          plate={of.plate}
          direction={view.direction}
          unable={<OpensByItself direction={view.direction} listFrom={riders?.seenAt ?? null} />}
          onOpen={of.open}
        />
      )}
      <LastScan
        scan={rides.last}
        busy={rides.busy}
        onAnyway={(scan, reason) => void rides.ride(scan.kind, scan.admissionNumber, scan.proof, reason)}
        hasOpen={open !== null && open.sysid !== rides.last?.closing?.sysid}
        onOther={(scan) => {
          if (scan.closing) of.letGo(scan.closing.sysid);
          void rides.ride(scan.kind, scan.admissionNumber, scan.proof);
        }}
        onForget={rides.forget}
      />
      <BoardingForm
        busy={rides.busy}
        proofBy={proofBy}
        last={rides.last}
        onProofBy={setProofBy}
        scanner={scanner}
        childOf={(number) => childOf(number, lists, riders)}
        onRide={(kind, number, proof) => void rides.ride(kind, number, proof)}
        onNext={rides.turnToNext}
      />
      {LISTS.map((name) => (
        <PeopleList
          key={name}
          name={name}
          entries={(record ?? lists)[name]}
          act={record ? undefined : ACTS[name]}
          busy={rides.busy || rides.question !== null}
          onRide={(kind, number) => void rides.ride(kind, number)}
        />
      ))}
      {isUnderWay && (
        <CloseTrip {...{ kept, away, rides, lists }} trip={open} unable={<NeedsNetwork />} onClose={of.close} />
      )}
    </>
  );
}

function Head({ view: { open, begun, direction }, last }: { view: TripView; last: Trip | null }) {
  const { t } = useTranslation('trip');
  const way = t(`directions.${direction}`);
  return (
    <div>
      {open ? (
        <>
          <h2 className={classes.heading}>{`${busName(open)} · ${way}`}</h2>
          <p className={classes.dim}>
            {open.routeName ? `${open.routeName} · ` : ''}
            {t('openedAt', { at: formatDate(open.opened) })}
          </p>
          <TripPapers papers={open.papers} />
        </>
      ) : (
        <>
          {begun && (
            <p className={classes.note} data-look="waiting">
              {t('begun', { way })}
            </p>
          )}
          {!begun && last?.closed && (
            <p className={classes.note} data-look="good">
              {t(last.closedBy ? 'closedBy' : 'closedAt', { at: formatDate(last.closed), by: last.closedBy })}
            </p>
          )}
          {!begun && last?.closed && <TripPapers papers={last.papers} />}
        </>
      )}
    </div>
  );
}
