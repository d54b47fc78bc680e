import {
  type BusEvent,
  busLatest,
  getBuses,
  offBusFingerprint,
  offBusKids,
  offBusPin,
  type onBusFingerprint,
  type onBusPin,
} from '@mfuko/contract/bus';
import { getTrip } from '@mfuko/contract/bus-trips';
import { useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError, describe } from '../../lib/problems.ts';
import { useRecord } from '../../lib/queries.ts';
import type { Sent } from '../../lib/request.ts';
import { isWorkplace, type Workplace, workplaceNow } from '../../lib/workplace.ts';
import { isPin } from '../../school/check-pin.ts';
import { outbox } from '../../school/offline/outbox.ts';
import { useIsShown } from '../../school/useIsShown.ts';
import { useMissingInput } from '../../school/useMissingInput.ts';
import { hideNotices, showDone, showError, showNotice } from '../../ui/notify.tsx';
import { findPlace } from './find-place.ts';
import { dropRide, keepRide, leaveRide, noteRide } from './orphaned/pending-rides.ts';

const GETS_OFF: readonly string[] = [offBusFingerprint.path, offBusPin.path, offBusKids.path];
/** Refusals that a user may override with a reason. */
const AGAINST: readonly string[] = ['bus.already-aboard', 'bus.not-aboard', 'bus.papers-over'];
const PROOF_REFUSED = /^(?:fingerprint|pin)\./;

type Check = typeof onBusFingerprint | typeof onBusPin | typeof offBusKids;
interface KeptInput {
  readonly admissionNumber: string;
  readonly busNumberPlate: string;
  readonly override?: string;
  readonly pin?: string;
  readonly [field: string]: unknown;
}

/** Thrown where another account or school is at work: the press is reported once its own account and school are back. */
class NotSent extends Error {}
interface CheckOptions {
  readonly doneText: string;
  readonly onDone: (event: BusEvent) => void;
  /** Called where the ride was stored on the device until the network is back. */
  readonly onKept: () => void;
  /** Called where the finger or PIN was refused and has to be given again. */
  readonly onProofRefused?: () => void;
}

/** Records one boarding or alighting with its position, and reports the outcome. */
export function useBusCheck<E extends Check>(endpoint: E, { doneText, onDone, onKept, onProofRefused }: CheckOptions) {
  const { t } = useTranslation('bus');
  const missing = useMissingInput();
  const kind = GETS_OFF.includes(endpoint.path) ? 'off' : 'on';
  const [clash, setClash] = useState<{ input: Sent<Check>; message: string } | null>(null);
  const [plateError, setPlateError] = useState<string | null>(null);
  const [warned, setWarned] = useState<BusEvent | null>(null);
  /** Account and school of the ride under way: another school may be picked before its answer. */
  const from = useRef<Workplace>(workplaceNow());
  const isShown = useIsShown();
  const record = useRecord(endpoint as Check, {
    refresh: [busLatest, getBuses, getTrip],
    presses: { begin, end: dropRide, leave: leaveRide },
    onDone: (event) => {
      outbox.met(true);
      const { sysid: ride, admissionNumber } = event;
      noteRide({ key: ride, kind, admissionNumber, at: Date.now(), school: from.current.school });
      setClash(null);
      setWarned(event.warnings.length > 0 ? event : null);
      showDone(doneText, { title: `${event.studentName} · ${event.class}` });
      onDone(event);
    },
    onError: (error, input, key) => {
      if (error instanceof NotSent) return showNotice(t('notSent.title'), t('notSent.text'));
      if (error instanceof CallError && error.status === null) {
        outbox.met(false);
        if (outbox.ready.get() && key !== null) return void keep(input, key);
      }
      const refused = error instanceof CallError && !error.unsure ? error : null;
      setClash(null);
      // After the screen was left, a refusal is shown as a notification only.
      if (!refused || !isShown.current) showError(error);
      else if (AGAINST.includes(refused.problem ?? '')) setClash({ input, message: describe(error).message });
      else if (refused.problem === 'bus.not-found') setPlateError(describe(error).message);
      else showError(error);
      if (refused?.problem && PROOF_REFUSED.test(refused.problem)) onProofRefused?.();
    },
  });
  const busy = record.isPending;
  /** Stores the press before the call and during the search for a position, so that the child on board survives the end of the page. */
  async function begin(input: Sent<Check>, key: string): Promise<void> {
    const { admissionNumber, busNumberPlate } = input as KeptInput;
    const whose = { admissionNumber, busNumberPlate, names: null, className: null };
    from.current = workplaceNow();
    const made = from.current;
    await Promise.all([findPlace(), keepRide({ key, kind, ...whose, at: Date.now() }, made)]);
    // Nothing was sent: the press is reported once its account and school are at work again.
    if (!isWorkplace(made)) throw new NotSent('Another account or school is at work.');
    // Skips the call while the server is known to be unreachable, so that nobody waits for a timeout.
    if (outbox.ready.get() && outbox.isAway()) throw new CallError({ status: null, body: null, atLogin: false });
  }
  /** Stores the ride under the idempotency key that was tried, so that it is recorded once however often it arrives. */
  async function keep(input: Sent<Check>, key: string): Promise<void> {
    const { admissionNumber, busNumberPlate, override: _, listedOnly: __, ...proof } = input as KeptInput;
    const method = proof.B64Fingerprint !== undefined ? 'fingerprint' : proof.pin !== undefined ? 'pin' : 'attested';
    // A further press with the same input is another ride.
    record.releaseKey(key);
    const { school } = from.current;
    // Another account must not vouch for this ride.
    if (!isWorkplace(from.current)) return leaveRide(key);
    try {
      await outbox.keep({ kind, admissionNumber, busNumberPlate, method, proof }, key, school);
    } catch (error) {
      leaveRide(key);
      return showError(error);
    }
    dropRide(key);
    noteRide({ key, kind, admissionNumber, at: Date.now(), school });
    setClash(null);
    showNotice(t('offline.kept'), t('offline.keptText', { number: admissionNumber }));
    onKept();
  }
  return {
    busy,
    plateError,
    /** Last ride, where the attendant has to read a warning. */
    warned,
    forgetWarning: () => setWarned(null),
    forgetPlateError: () => setPlateError(null),
    /** Text of the refusal that a user may override with a reason; null where none is open. */
    clash: clash?.message ?? null,
    giveUp: () => setClash(null),
    recordAnyway: (reason: string) => clash && record.mutate({ ...clash.input, override: reason }),
    send(input: Sent<E>): void {
      const { admissionNumber, busNumberPlate, pin } = input as KeptInput;
      if (busy) return;
      // On a phone the last student's notice would cover the fields.
      hideNotices();
      setWarned(null);
      if (admissionNumber === '') return missing.number();
      if (busNumberPlate.trim() === '') return missing.other(t('missing.busNumberPlate'));
      if (pin !== undefined && !isPin(pin)) return missing.pin();
      setPlateError(null);
      record.mutate({ ...(input as Sent<Check>), listedOnly: true });
    },
  };
}

export type BusCheck = ReturnType<typeof useBusCheck>;
