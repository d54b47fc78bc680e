import {
  consumeMenuFingerprint,
  consumeMenuPin,
  type Meal,
  type MenuItem,
  menuTracking,
} from '@mfuko/contract/canteen';
import { getCheckStudent } from '@mfuko/contract/students';
import { useEffect, useRef, useState } from 'react';
import { CallError, describe } from '../../lib/problems.ts';
import { pictureFields } from '../../lib/scanner/messages.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { isPin, pinOf } from '../../school/check-pin.ts';
import { useCaptureFor } from '../../school/useCaptureFor.ts';
import { useMissingInput } from '../../school/useMissingInput.ts';
import { useStudentField } from '../../school/useStudentLookup.ts';
import { hideNotices } from '../../ui/notify.tsx';
import { sound, soundOfRefusal } from './sounds.ts';

const LATEST = 8;

/**
 * Outcome: what came of one student's portion. `unsure`: nobody knows, and the same press sends the very same again. `takenBack`:
 * a slip of the cook, which counts no more.
 */
export interface Outcome {
  readonly key: number;
  readonly tone: 'served' | 'refused' | 'unsure' | 'takenBack';
  readonly admissionNumber: string;
  readonly names: string;
  /** The refusal's words; none where a portion was handed out. */
  readonly why: string;
  readonly meal: Meal | null;
}

/** Asked: what was sent, as far as both ways have it. */
interface Asked {
  readonly admissionNumber?: unknown;
  readonly pin?: unknown;
}

/** Stopped: a portion that an allergen stands against, with all that was sent, so that a reason is all that is missing. */
export interface Stopped {
  readonly names: string;
  readonly allergens: string;
  handOut(override: string): void;
}

interface CounterOptions {
  readonly item: MenuItem;
  readonly scanner: ScannerInUse;
  /** Serves as soon as the finger of a known number is read, without a key. */
  readonly byTouch: boolean;
}

/** One student after the other: number, then finger or PIN, then what came of it. */
export function useCounter({ item, scanner, byTouch }: CounterOptions) {
  const student = useStudentField(getCheckStudent);
  const missing = useMissingInput();
  const [chosen, setChosen] = useState<'finger' | 'pin'>('finger');
  const [pin, setPin] = useState('');
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [stopped, setStopped] = useState<{ readonly asked: Asked; readonly error: CallError } | null>(null);
  const [settled, setSettled] = useState<{ readonly next: 'number' | 'pin' } | null>(null);
  const { template, glass } = scanner.state;
  /** Refused: a finger that may still be the same one takes a press, or it would be tried until the student is locked out. */
  const [refused, setRefused] = useState('');
  // A student without a finger here is asked for the PIN; the next one is asked for the finger again.
  const fingerless = student.found?.hasFingerprint === false;
  const way = fingerless ? 'pin' : chosen;

  useCaptureFor(way === 'finger' ? student.found?.admissionNumber : undefined, scanner);

  function tell(outcome: Omit<Outcome, 'key'>) {
    setOutcomes((told) => [{ ...outcome, key: (told[0]?.key ?? 0) + 1 }, ...told].slice(0, LATEST));
  }
  /** The picture that was sent is the last student's, though the next one's number stands there already. */
  function takeNextFinger() {
    if (student.found && way === 'finger') scanner.capture();
    else scanner.flush();
  }
  const after = {
    refresh: [menuTracking],
    onDone: (meal: Meal, asked: Asked) => {
      const { admissionNumber, studentName: names } = meal;
      setStopped(null);
      sound('served');
      tell({ tone: 'served', admissionNumber, names, why: '', meal });
      // Whoever has begun to type the next number goes on with it.
      if (student.number !== String(asked.admissionNumber)) return takeNextFinger();
      student.setNumber('');
      setPin('');
      scanner.flush();
      setSettled({ next: 'number' });
    },
    onError: (error: unknown, asked: Asked) => {
      const admissionNumber = String(asked.admissionNumber);
      const { title, message } = describe(error);
      const unsure = !(error instanceof CallError) || error.unsure;
      const still = student.number === admissionNumber;
      sound(soundOfRefusal(error));
      const who = { admissionNumber, names: (still && student.found?.names) || '' };
      tell({ tone: unsure ? 'unsure' : 'refused', ...who, why: message || title, meal: null });
      // Nobody knows yet what became of it: the very same has to be sent again.
      if (unsure) return;
      if (!still) return takeNextFinger();
      setStopped(error instanceof CallError && error.problem === 'menu.allergen' ? { asked, error } : null);
      setRefused(admissionNumber);
      setPin('');
      // A picture is good for one try: after a refusal the finger is asked for anew.
      if (way === 'finger') scanner.capture();
      const again = error instanceof CallError && error.problem === 'pin.wrong';
      setSettled({ next: again ? 'pin' : 'number' });
    },
  };
  const byFinger = useMoneyRecord(consumeMenuFingerprint, after);
  const byPin = useMoneyRecord(consumeMenuPin, after);
  const busy = byFinger.isPending || byPin.isPending;

  function handOut(override: string) {
    if (busy || !stopped) return;
    hideNotices();
    if (stopped.asked.pin === undefined) byFinger.mutate({ ...(stopped.asked as Sent<typeof byFinger>), override });
    else byPin.mutate({ ...(stopped.asked as Sent<typeof byPin>), override });
  }
  function serve() {
    if (busy) return;
    setStopped(null);
    // Fields that were missing before are not about this press.
    hideNotices();
    if (student.number === '') return missing.number();
    const meal = { menuItemSYSID: item.sysid, admissionNumber: student.number };
    if (way === 'pin') {
      if (!isPin(pin)) return missing.pin();
      byPin.mutate({ ...meal, pin });
    } else {
      if (!template) return missing.finger();
      byFinger.mutate({ ...meal, ...pictureFields(template) });
    }
  }
  useTouch(
    template,
    student.number,
    student.found !== null && way === 'finger' && byTouch && (glass !== null || refused !== student.number),
    serve,
  );
  return {
    student,
    way,
    fingerless,
    pin,
    busy,
    outcomes,
    /** Settled: moves the focus to the next field, once something came of a portion; a new object each time. */
    settled,
    /** Stopped: the portion that waits for a reason; null where none does. */
    stopped: stopped && {
      names: student.found?.names ?? '',
      allergens: String(stopped.error.detail.allergens ?? '').replaceAll(',', ', '),
      handOut,
    },
    takenBack: (key: number) =>
      setOutcomes((told) => told.map((one) => (one.key === key ? { ...one, tone: 'takenBack', meal: null } : one))),
    drop: () => setStopped(null),
    serve,
    setPin: (text: string) => setPin(pinOf(text)),
    setNumber(text: string) {
      student.setNumber(text);
      setStopped(null);
      // Another number is another student, whose PIN this is not.
      setPin('');
      hideNotices();
    },
    choose(to: 'finger' | 'pin') {
      setPin('');
      setChosen(to);
    },
    clear() {
      student.setNumber('');
      setStopped(null);
      setPin('');
      scanner.flush();
      hideNotices();
      setSettled({ next: 'number' });
    },
  };
}

type Sent<Call extends { mutate: (input: never) => void }> = Parameters<Call['mutate']>[0];

export type Counter = ReturnType<typeof useCounter>;

/**
 * Serves once for a finger that was read while this number stood in the field. A number that is typed after the finger is
 * not served by itself: on its way to "4021" it reads "402", and that may be somebody.
 */
function useTouch(template: unknown, number: string, ready: boolean, serve: () => void): void {
  const readFor = useRef<{ template: unknown; number: string } | null>(null);
  const latest = useRef(serve);
  latest.current = serve;
  const typed = useRef(number);
  typed.current = number;
  useEffect(() => {
    readFor.current = template && typed.current !== '' ? { template, number: typed.current } : null;
  }, [template]);
  useEffect(() => {
    if (!ready || readFor.current?.template !== template || readFor.current?.number !== number) return;
    readFor.current = null;
    latest.current();
  }, [ready, template, number]);
}
