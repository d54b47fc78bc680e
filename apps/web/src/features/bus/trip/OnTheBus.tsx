import { type ReactNode, useEffect, useState } from 'react';
import { holdDesk } from '../../../lib/activity.ts';
import { formatDate } from '../../../lib/format.ts';
import { latePart } from '../../../lib/late-part.ts';
import { useScanner } from '../../../lib/scanner/useScanner.ts';
import { BoardingForm } from './BoardingForm.tsx';
import type { KeptBus } from './kept-bus.ts';
import { LastScan } from './LastScan.tsx';
import { NeedsNetwork } from './NeedsNetwork.tsx';
import { OpensByItself } from './OpensByItself.tsx';
import { isStopped, PapersStop } from './PapersStop.tsx';
import { PeopleList } from './PeopleList.tsx';
import type { RideKind } from './scan.ts';
import { TripHead } from './TripHead.tsx';
import { childOf, type KeptRiders, type KeptTrip, viewOf } from './trip-view.ts';
import type { ProofBy } from './useBoarding.ts';
import type { KnownBus } from './useBuses.ts';
import { useLeftSound } from './useLeftSound.ts';
import { useRides } from './useRides.ts';

/** Fallback where the chunk cannot be loaded. */
const Unable = ({ unable }: { unable: ReactNode }) => unable;
const CloseTrip = latePart(() => import('./CloseTrip.tsx').then((all) => all.CloseTrip), Unable);
const Position = latePart(() => import('./Position.tsx').then((all) => all.Position));

/** Prefetched with the desk, so that nothing moves under a finger once a bus is picked. */
export const PapersNote = latePart(() => import('./PapersNote.tsx').then((all) => all.PapersNote), PapersStop);
export const OpenTrip = latePart(() => import('./OpenTrip.tsx').then((all) => all.OpenTrip), Unable);

interface OnTheBusProps {
  readonly of: KeptBus;
  readonly kept: KeptTrip;
  readonly riders: KeptRiders | null;
  readonly away: boolean;
  readonly isStaff: boolean;
  /** Bus as this device saw it last; undefined for a bus that it has never seen. */
  readonly bus: KnownBus | undefined;
  readonly onPapersAgain: () => void;
}

/** Lists in the order in which an attendant needs them. */
const LISTS = ['aboard', 'missing', 'dropped', 'others', 'expected'] as const;
const ACTS: Partial<Record<(typeof LISTS)[number], RideKind>> = { aboard: 'off', missing: 'on' };

/** Screen of one bus: the door, the lists, and the opening and closing of its trip. */
export function OnTheBus({ of, kept, riders, away, isStaff, bus, onPapersAgain }: OnTheBusProps) {
  const hour = Number(formatDate(new Date()).slice(-5, -3));
  const view = viewOf({ kept, riders, plate: of.plate, hour });
  const [proofBy, setProofBy] = useState<ProofBy>('attested');
  const [unsent, setUnsent] = useState<readonly string[]>([]);
  const scanner = useScanner({ enabled: proofBy === 'fingerprint' });
  const rides = useRides(of, { view, riders }, scanner.flush);
  const { open, lists, left } = view;
  const isUnderWay = open !== null || view.begun;
  const isHeld = isUnderWay || left.length > 0;
  // Keeps the desk unlocked: nobody touches the screen between two stops, or while searching the bus.
  useEffect(() => (isHeld ? holdDesk() : undefined), [isHeld]);
  useLeftSound(left);
  // The record of a closed trip stays until another trip begins.
  const record = open === null && !view.begun && !away && kept.trip ? kept.trip : null;
  // Does not use `record`, which depends on the network: a trip ends once.
  const closed = (open === null && kept.trip?.closed) || null;
  const { endTrip } = rides;
  useEffect(() => (closed === null ? undefined : endTrip()), [closed, endTrip]);
  const listOf = (name: (typeof LISTS)[number]) => (
    <PeopleList
      key={name}
      name={name}
      // A child aboard can get off even where the trip is closed.
      entries={(name !== 'aboard' && record ? record : lists)[name]}
      act={name !== 'aboard' && record ? undefined : ACTS[name]}
      isLeft={name === 'aboard' && left.length > 0}
      busy={rides.busy || rides.question !== null}
      onRide={(kind, number) => void rides.ride(kind, number)}
    />
  );
  return (
    <>
      <TripHead view={view} last={kept.trip} />
      {left.length > 0 && listOf('aboard')}
      <Position tripId={open?.sysid ?? null} away={away} onClosed={() => void of.ask()} />
      {open === null && <PapersNote {...{ bus, away, isStaff }} onAgain={onPapersAgain} />}
      {open === null && !view.begun && (away || !isStopped(bus)) && (
        <OpenTrip
          away={away}
          of={of}
          direction={view.direction}
          unable={<OpensByItself direction={view.direction} listFrom={riders?.seenAt ?? null} />}
        />
      )}
      <LastScan
        scan={rides.last}
        unsent={unsent.map((number) => childOf(number, lists, riders))}
        left={left.length}
        busy={rides.busy}
        onAnyway={(scan, reason) => void rides.ride(scan.kind, scan.admissionNumber, scan.proof, reason)}
        hasOpen={open !== null && open.sysid !== rides.last?.closing?.sysid}
        onOther={(scan) => {
          if (scan.closing) of.leaveTrip(scan.closing.sysid);
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
        unsent={unsent}
        onUnsent={setUnsent}
        onRide={(kind, number, proof) => void rides.ride(kind, number, proof)}
        onNext={rides.turnToNext}
      />
      {LISTS.filter((name) => name !== 'aboard' || left.length === 0).map(listOf)}
      {isUnderWay && <CloseTrip {...{ of, kept, away, rides, lists }} trip={open} unable={<NeedsNetwork />} />}
    </>
  );
}
