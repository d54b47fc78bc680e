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
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { askLocation } from '../../lib/location.ts';
import { CallError, describe } from '../../lib/problems.ts';
import { useRecord } from '../../lib/queries.ts';
import type { Sent } from '../../lib/request.ts';
import { isPin } from '../../school/check-pin.ts';
import { outbox } from '../../school/offline/outbox.ts';
import { useMissingInput } from '../../school/useMissingInput.ts';
import { hideNotices, showDone, showError, showNotice } from '../../ui/notify.tsx';

const GETS_OFF: readonly string[] = [offBusFingerprint.path, offBusPin.path, offBusKids.path];

/** A person with a reason may record against these. */
const AGAINST: readonly string[] = ['bus.already-aboard', 'bus.not-aboard', 'bus.papers-over'];

const PROOF_REFUSED = /^(?:fingerprint|pin)\./;

type Check = typeof onBusFingerprint | typeof onBusPin | typeof offBusKids;

/** A bus moves: an older place than this is another place. */
const FRESH_MS = 20_000;
/** Nobody stands on the step of a bus for longer than this because a device looks for satellites. */
const LONGEST_SEARCH_MS = 4_000;

interface KeptInput {
  readonly admissionNumber: string;
  readonly busNumberPlate: string;
  readonly override?: string;
  readonly pin?: string;
  readonly [field: string]: unknown;
}

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
  const [locating, setLocating] = useState(false);
  const record = useRecord(endpoint as Check, {
    refresh: [busLatest, getBuses, getTrip],
    onDone: (event) => {
      outbox.met(true);
      setClash(null);
      setWarned(event.warnings.length > 0 ? event : null);
      showDone(doneText, { title: `${event.studentName} · ${event.class}` });
      onDone(event);
    },
    onError: (error, input, key) => {
      if (error instanceof CallError && error.status === null) {
        outbox.met(false);
        if (outbox.ready.get()) return void keep(input, key ?? crypto.randomUUID());
      }
      const refused = error instanceof CallError && !error.unsure ? error : null;
      setClash(null);
      if (refused && AGAINST.includes(refused.problem ?? '')) {
        setClash({ input, message: describe(error).message });
      } else if (refused?.problem === 'bus.not-found') setPlateError(describe(error).message);
      else showError(error);
      if (refused?.problem && PROOF_REFUSED.test(refused.problem)) onProofRefused?.();
    },
  });
  const busy = locating || record.isPending;
  /** Puts it away under the key that was tried, if any: however often it comes in, it is recorded once. */
  async function keep(input: Sent<Check>, key: string): Promise<void> {
    const { admissionNumber, busNumberPlate, override: _, ...proof } = input as KeptInput;
    const method = proof.B64Fingerprint !== undefined ? 'fingerprint' : proof.pin !== undefined ? 'pin' : 'attested';
    try {
      await outbox.keep({ kind, admissionNumber, busNumberPlate, method, proof }, key);
    } catch (error) {
      return showError(error);
    }
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
    async send(input: Sent<E>): Promise<void> {
      const { admissionNumber, busNumberPlate, pin } = input as KeptInput;
      if (busy) return;
      // On a phone what was said of the student before would lie over the fields.
      hideNotices();
      setWarned(null);
      if (admissionNumber === '') return missing.number();
      if (busNumberPlate.trim() === '') return missing.other(t('missing.busNumberPlate'));
      if (pin !== undefined && !isPin(pin)) return missing.pin();
      setPlateError(null);
      setLocating(true);
      await Promise.race([
        // A ride is recorded without a place too.
        askLocation(FRESH_MS).catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, LONGEST_SEARCH_MS)),
      ]);
      setLocating(false);
      if (outbox.ready.get() && outbox.isAway()) await keep(input as Sent<Check>, crypto.randomUUID());
      else record.mutate({ ...(input as Sent<Check>), listedOnly: true });
    },
  };
}

export type BusCheck = ReturnType<typeof useBusCheck>;
