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
/** A person with a reason may record against these. */
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

/** Another account or school is at work: the press is asked about, and told, once its own is again. */
class NotSent extends Error {}
interface CheckOptions {
  readonly doneText: string;
  readonly onDone: (event: BusEvent) => void;
  /** It lies on the device until there is a network. */
  readonly onKept: () => void;
  /** The finger or PIN was refused: it has to be given anew. */
  readonly onProofRefused?: () => void;
}

/** Sends one boarding or alighting with the place where it happens, and says what came of it. */
export function useBusCheck<E extends Check>(endpoint: E, { doneText, onDone, onKept, onProofRefused }: CheckOptions) {
  const { t } = useTranslation('bus');
  const missing = useMissingInput();
  const kind = GETS_OFF.includes(endpoint.path) ? 'off' : 'on';
  const [clash, setClash] = useState<{ input: Sent<Check>; message: string } | null>(null);
  const [plateError, setPlateError] = useState<string | null>(null);
  const [warned, setWarned] = useState<BusEvent | null>(null);
  /** Place at which the ride under way was pressed: another school may be picked before its answer. */
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
      // A screen that has gone says nothing any more.
      if (!refused || !isShown.current) showError(error);
      else if (AGAINST.includes(refused.problem ?? '')) setClash({ input, message: describe(error).message });
      else if (refused.problem === 'bus.not-found') setPlateError(describe(error).message);
      else showError(error);
      if (refused?.problem && PROOF_REFUSED.test(refused.problem)) onProofRefused?.();
    },
  });
  const busy = record.isPending;
  /** On the disk before the call goes, and while the place is looked for: whether a child is on board must outlive the page. */
  async function begin(input: Sent<Check>, key: string): Promise<void> {
    const { admissionNumber, busNumberPlate } = input as KeptInput;
    const whose = { admissionNumber, busNumberPlate, names: null, className: null };
    from.current = workplaceNow();
    const made = from.current;
    await Promise.all([findPlace(), keepRide({ key, kind, ...whose, at: Date.now() }, made)]);
    // Nothing was sent: it is asked about, and told, once its account and school are at work again.
    if (!isWorkplace(made)) throw new NotSent('Another account or school is at work.');
    // Nobody on a bus waits for a server that was not there a moment ago.
    if (outbox.ready.get() && outbox.isAway()) throw new CallError({ status: null, body: null, atLogin: false });
  }
  /** Puts it away under the key that was tried: however often it comes in, it is recorded once. */
  async function keep(input: Sent<Check>, key: string): Promise<void> {
    const { admissionNumber, busNumberPlate, override: _, listedOnly: __, ...proof } = input as KeptInput;
    const method = proof.B64Fingerprint !== undefined ? 'fingerprint' : proof.pin !== undefined ? 'pin' : 'attested';
    // The same again is another ride.
    record.letGo(key);
    const { school } = from.current;
    // Under another account it would be that one's word.
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
    /** Warned: the last ride, where the attendant has to hear more of it. */
    warned,
    forgetWarning: () => setWarned(null),
    forgetPlateError: () => setPlateError(null),
    /** Clash: what the state stands against, for a person to give a reason. */
    clash: clash?.message ?? null,
    giveUp: () => setClash(null),
    recordAnyway: (reason: string) => clash && record.mutate({ ...clash.input, override: reason }),
    send(input: Sent<E>): void {
      const { admissionNumber, busNumberPlate, pin } = input as KeptInput;
      if (busy) return;
      // On a phone what was said of the student before would lie over the fields.
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
