import type { Meal, MenuItem } from '@mfuko/contract/canteen';
import type { Sale } from '@mfuko/contract/canteen-sales';
import { getCheckStudent } from '@mfuko/contract/students';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { pictureFields } from '../../../lib/scanner/messages.ts';
import type { ScannerInUse } from '../../../lib/scanner/useScanner.ts';
import { numberOf } from '../../../school/admission-number.ts';
import { isPin, pinOf } from '../../../school/check-pin.ts';
import { isOfAnother, isOwner, useReadFor } from '../../../school/finger-owner.ts';
import { createPinPlausibility } from '../../../school/pin-plausibility.ts';
import { useCaptureFor } from '../../../school/useCaptureFor.ts';
import { useStudentField } from '../../../school/useStudentLookup.ts';
import { readFailure } from './failure.ts';
import { handedOf } from './handed.ts';
import type { Lost } from './outcome.ts';
import { orderOf, type Serving } from './serving.ts';
import { useBasket } from './useBasket.ts';
import { useOutcomes } from './useOutcomes.ts';
import { usePrices } from './usePrices.ts';
import type { Reach } from './useReach.ts';
import { type Asked, useServing } from './useServing.ts';
import { useTouch } from './useTouch.ts';

/** Stopped: a portion that an allergen blocks, with the whole request, so that only the reason has to be added. */
export interface Stopped {
  readonly names: string;
  readonly allergens: string;
  handOut(override: string): void;
}

/** Missing: the part that a press lacks; `doubt`: the digits typed as a PIN may be the next student's number. */
export type Missing = 'number' | 'pin' | 'finger' | 'doubt';

interface CounterOptions {
  readonly item: MenuItem;
  /** Receives the picked item with its new price. */
  readonly onPrice: (item: MenuItem) => void;
  readonly scanner: ScannerInUse;
  readonly reach: Reach;
  /** True where a known number is served as soon as the finger is read, without a key. */
  readonly byTouch: boolean;
  /** Receives a student without a confirmed portion: the session has ended, or no answer came. */
  readonly onLost: (lost: Lost) => void;
  /** Receives the number of a student whose portion was handed out after all. */
  readonly onServed: (admissionNumber: string) => void;
}

/** State machine of a counter: number, then finger or PIN, then the outcome, for one student after the other. */
export function useCounter({ item, onPrice, scanner, reach, byTouch, onLost, onServed }: CounterOptions) {
  const { t } = useTranslation('canteen');
  const student = useStudentField(getCheckStudent);
  const basket = useBasket(item, student.found === null ? '' : student.number);
  const prices = usePrices(item, basket, onPrice);
  const { news, outcomes, tell, clearNews, takenBack } = useOutcomes();
  const [missing, setMissing] = useState<Missing | null>(null);
  const [chosen, setChosen] = useState<'finger' | 'pin'>('finger');
  const [pin, setPin] = useState('');
  const [plausibility] = useState(createPinPlausibility);
  const [stopped, setStopped] = useState<{ readonly serving: Serving; readonly allergens: string } | null>(null);
  const [settled, setSettled] = useState<{ readonly next: 'number' | 'pin' } | null>(null);
  /** Last press's student, and last request. */
  const pressed = useRef({ number: '', names: '' });
  const sent = useRef<Serving>(null);
  const { template, glass } = scanner.state;
  const readFor = useReadFor(template, student.number);
  /**
   * Number whose finger was refused: a finger that may still be the same needs a press, or it would be retried until the student is locked
   * out.
   */
  const [refused, setRefused] = useState('');
  // A student without an enrolled finger uses the PIN; the next student is asked for the finger again.
  const fingerless = student.found?.hasFingerprint === false;
  const way = fingerless ? 'pin' : chosen;

  useCaptureFor(way === 'finger' ? student.found?.admissionNumber : undefined, scanner);

  /** Clears the former student's outcome and errors. */
  function begin() {
    clearNews();
    setMissing(null);
    setStopped(null);
  }
  /** Empties the fields for the next student. */
  function empty() {
    basket.reset();
    student.setNumber('');
    setPin('');
    scanner.flush();
    setSettled({ next: 'number' });
  }
  /** Requests the next finger: the sent picture belongs to the last student, even where the next number is typed already. */
  function takeNextFinger() {
    if (student.found && way === 'finger') scanner.capture();
    else scanner.flush();
  }
  function onDone(answer: Meal | Sale, asked: Asked) {
    const meal = handedOf(answer);
    const { admissionNumber, studentName: names } = meal;
    plausibility.answered(String(asked.admissionNumber), false);
    onServed(String(asked.admissionNumber));
    const isNext = student.number !== String(asked.admissionNumber);
    tell({ tone: 'served', look: 'served', admissionNumber, names, why: '', meal }, isNext);
    // The next number is being typed, so the fields stay as they are.
    if (isNext) return takeNextFinger();
    setStopped(null);
    empty();
  }
  function onError(error: unknown, asked: Asked) {
    const admissionNumber = String(asked.admissionNumber);
    const { why, look, isUnsure, isLost, isForAnotherTry, ...failure } = readFailure(error);
    const isCurrent = student.number === admissionNumber;
    if (isUnsure) reach.ask();
    // The end of a session clears the student, so the name is taken from the press.
    const { number, names } = pressed.current;
    const who = {
      admissionNumber,
      names: (isCurrent && student.found?.names) || (number === admissionNumber ? names : ''),
    };
    if (isLost) onLost({ ...who, asked: isUnsure });
    // A refusal is shown even where the next number is typed already: the refused student still stands there without a portion.
    tell({ tone: isUnsure ? 'unsure' : 'refused', look, ...who, why, meal: null });
    // The outcome is unknown, so the entry stays for sending the same request again.
    if (isUnsure) return;
    plausibility.answered(admissionNumber, isForAnotherTry);
    if (failure.prices) {
      prices.take(failure.prices);
      prices.refetch();
    }
    if (!isCurrent) return takeNextFinger();
    const serving = sent.current;
    setStopped(failure.allergens !== null && serving ? { serving, allergens: failure.allergens } : null);
    setRefused(admissionNumber);
    setPin('');
    // A picture is valid for one try, so the finger is requested again.
    if (way === 'finger') scanner.capture();
    setSettled({ next: isForAnotherTry ? 'pin' : 'number' });
  }
  const { busy, ...calls } = useServing({ onDone, onError });

  function send(serving: Serving) {
    sent.current = serving;
    calls.send(serving);
  }
  function handOut(override: string) {
    if (!busy && stopped) send({ ...stopped.serving, override });
  }
  function serve() {
    if (busy) return;
    begin();
    pressed.current = { number: student.number, names: student.found?.names ?? '' };
    if (student.number === '') return setMissing('number');
    if (!reach.online) return refuseAway();
    const meal = { ...orderOf(basket.lines), admissionNumber: student.number, shownAmount: basket.total };
    if (way === 'pin') {
      if (isPin(pin) && plausibility.mayGo(student.number, pin)) return send({ ...meal, pin });
      setMissing(isPin(pin) ? 'doubt' : 'pin');
      setSettled({ next: 'pin' });
    } else if (template && isOwner(readFor, student.number)) send({ ...meal, ...pictureFields(template) });
    else {
      setMissing('finger');
      if (template) scanner.capture();
    }
  }
  /** Refuses while offline: nothing is sent and nothing is stored for later, since money never moves without a network. */
  function refuseAway() {
    const { number: admissionNumber, found } = student;
    const who = { admissionNumber, names: found?.names ?? '' };
    tell({ tone: 'refused', look: 'away', ...who, why: t('away.refused'), meal: null });
    setPin('');
    scanner.flush();
    reach.ask();
    setSettled({ next: 'number' });
  }
  // A new finger belongs to the next try or the next student, so the last outcome is cleared.
  const beginByFinger = useEffectEvent(() => {
    // A portion that an allergen blocks waits for its reason or for the next number.
    if (!stopped) begin();
  });
  useEffect(() => {
    if (template) beginByFinger();
  }, [template]);
  // A number typed after the finger needs a press: on the way to "4021" the field reads "402", which may be another student.
  const isRead = readFor !== '' && readFor === student.number;
  const mayServe = way === 'finger' && byTouch && (glass !== null || refused !== student.number);
  useTouch(student.found !== null && mayServe && isRead ? template : null, serve);
  return {
    student,
    basket,
    way,
    fingerless,
    pin,
    busy,
    outcomes,
    news,
    missing,
    /** Settled: moves the focus to the next field after an outcome; a new object each time. */
    settled,
    /** Stopped: the portion that waits for a reason, or null. */
    stopped: stopped && { names: student.found?.names ?? '', allergens: stopped.allergens, handOut },
    takenBack,
    drop: () => setStopped(null),
    serve,
    setPin(text: string) {
      setPin(pinOf(text));
      setMissing(null);
    },
    setNumber(text: string) {
      if (template && isOfAnother(readFor, student.number, numberOf(text))) scanner.flush();
      student.setNumber(text);
      begin();
      basket.beginFor(text);
      // A PIN belongs to one number.
      setPin('');
    },
    choose(to: 'finger' | 'pin') {
      setPin('');
      setMissing(null);
      setChosen(to);
    },
    clear() {
      plausibility.forget();
      begin();
      empty();
    },
  };
}

export type Counter = ReturnType<typeof useCounter>;
