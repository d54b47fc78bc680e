import {
  consumeMenuFingerprint,
  consumeMenuPin,
  getMenu,
  type Meal,
  type MenuItem,
  menuTracking,
} from '@mfuko/contract/canteen';
import { type Sale, sellMenuFingerprint, sellMenuPin } from '@mfuko/contract/canteen-sales';
import { getCheckStudent } from '@mfuko/contract/students';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { CallError, describe } from '../../../lib/problems.ts';
import { useCall } from '../../../lib/queries.ts';
import { pictureFields } from '../../../lib/scanner/messages.ts';
import type { ScannerInUse } from '../../../lib/scanner/useScanner.ts';
import { numberOf } from '../../../school/admission-number.ts';
import { useMoneyRecord } from '../../../school/attempts/useMoneyRecord.ts';
import { isPin, pinOf } from '../../../school/check-pin.ts';
import { isOfAnother, isOwner, useReadFor } from '../../../school/finger-owner.ts';
import { createPinPlausibility } from '../../../school/pin-plausibility.ts';
import { useCaptureFor } from '../../../school/useCaptureFor.ts';
import { useStudentField } from '../../../school/useStudentLookup.ts';
import { type Handed, handedOf } from './handed.ts';
import { WHOLE_MENU } from './menu.ts';
import { type Sound, sound, soundOfRefusal } from './sounds.ts';
import { type PriceOf, useBasket, withPrice } from './useBasket.ts';
import type { Reach } from './useReach.ts';

const LATEST = 8;
const LOOK_AT_MENU_MS = 30_000;

/**
 * Outcome of one student's portion. `unsure`: the outcome is unknown, and the same press sends the same request again. `takenBack`: a
 * mistake of the cook that was reversed.
 */
export interface Outcome {
  readonly key: number;
  readonly tone: 'served' | 'refused' | 'unsure' | 'takenBack';
  /** Look on the banner, by the name of the outcome's sound. */
  readonly look: Sound;
  readonly admissionNumber: string;
  readonly names: string;
  /** Text of the refusal; empty where a portion was handed out. */
  readonly why: string;
  readonly meal: Handed | null;
}

/** Fields of a request that all four calls share; `lines` for a sale. */
interface Asked {
  readonly admissionNumber?: unknown;
  readonly pin?: unknown;
  readonly lines?: unknown;
  readonly shownAmount?: unknown;
  readonly override?: unknown;
}

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

/** Lost press: a student whose request met the end of the session; `asked` where this desk still asks for the outcome. */
export interface Lost extends Pick<Outcome, 'admissionNumber' | 'names'> {
  readonly asked: boolean;
}

/** State machine of a counter: number, then finger or PIN, then the outcome, for one student after the other. */
export function useCounter({ item, onPrice, scanner, reach, byTouch, onLost, onServed }: CounterOptions) {
  const { t } = useTranslation('canteen');
  const student = useStudentField(getCheckStudent);
  const basket = useBasket(item, student.found === null ? '' : student.number);
  const menu = useCall(getMenu, WHOLE_MENU, { refetchInterval: LOOK_AT_MENU_MS });
  /** Applies changed prices: bar and basket show the amount that will be charged, and the server accepts no other. */
  function takePrices(priceOf: PriceOf) {
    basket.reprice(priceOf);
    const priced = withPrice(item, priceOf);
    if (priced !== item) onPrice(priced);
  }
  const readMenu = useEffectEvent((rows: readonly MenuItem[]) =>
    takePrices((id) => rows.find(({ sysid }) => sysid === id)?.price),
  );
  useEffect(() => {
    if (menu.data) readMenu(menu.data.rows);
  }, [menu.data]);
  // The picked item is not among the first rows of a long menu, so its price is searched for by name.
  const isBeyond = menu.data?.rows.every(({ sysid }) => sysid !== item.sysid) ?? false;
  const found = useCall(
    getMenu,
    { ...WHOLE_MENU, search: item.name },
    { enabled: isBeyond, refetchInterval: LOOK_AT_MENU_MS },
  );
  useEffect(() => {
    if (found.data) readMenu(found.data.rows);
  }, [found.data]);
  /** Outcome of the last student, shown until the next student begins. */
  const [news, setNews] = useState<Outcome | null>(null);
  const [missing, setMissing] = useState<Missing | null>(null);
  const [chosen, setChosen] = useState<'finger' | 'pin'>('finger');
  const [pin, setPin] = useState('');
  const [doubt] = useState(createPinPlausibility);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const lastKey = useRef(0);
  const [stopped, setStopped] = useState<{ readonly asked: Asked; readonly error: CallError } | null>(null);
  const [settled, setSettled] = useState<{ readonly next: 'number' | 'pin' } | null>(null);
  /** Names of the last press's student, by number. */
  const presses = useRef<ReadonlyMap<string, string>>(new Map());
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

  /** Reports an outcome; `quiet` leaves the banner alone, which would seem to concern the next student who has begun. */
  function tell(outcome: Omit<Outcome, 'key'>, quiet = false) {
    lastKey.current += 1;
    const told = { ...outcome, key: lastKey.current };
    sound(outcome.look);
    setOutcomes((before) => [told, ...before].slice(0, LATEST));
    if (!quiet) setNews(told);
  }
  /** Clears the former student's outcome and errors. */
  function begin() {
    setNews(null);
    setMissing(null);
    setStopped(null);
  }
  /** Requests the next finger: the sent picture belongs to the last student, even where the next number is typed already. */
  function takeNextFinger() {
    if (student.found && way === 'finger') scanner.capture();
    else scanner.flush();
  }
  const after = {
    refresh: [menuTracking],
    onDone: (answer: Meal | Sale, asked: Asked) => {
      const meal = handedOf(answer);
      const { admissionNumber, studentName: names } = meal;
      doubt.answered(String(asked.admissionNumber), false);
      onServed(String(asked.admissionNumber));
      const next = student.number !== String(asked.admissionNumber);
      tell({ tone: 'served', look: 'served', admissionNumber, names, why: '', meal }, next);
      // The next number is being typed, so the fields stay as they are.
      if (next) return takeNextFinger();
      setStopped(null);
      basket.reset();
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
      const look = soundOfRefusal(error);
      if (unsure) reach.ask();
      // The end of a session clears the student, so the name is taken from the press.
      const pressed = presses.current.get(admissionNumber) ?? '';
      const who = { admissionNumber, names: (still && student.found?.names) || pressed };
      if (unsure || (error instanceof CallError && error.sessionEnded)) onLost({ ...who, asked: unsure });
      // A refusal is shown even where the next number is typed already: the refused student still stands there without a portion.
      tell({ tone: unsure ? 'unsure' : 'refused', look, ...who, why: message || title, meal: null });
      // The outcome is unknown, so the entry stays for sending the same request again.
      if (unsure) return;
      const problem = error instanceof CallError ? error.problem : null;
      // The same student tries again with the PIN.
      const again = problem === 'pin.wrong' || problem === 'menu.price-changed';
      doubt.answered(admissionNumber, again);
      if (error instanceof CallError && problem === 'menu.price-changed') {
        const prices = error.detail.prices as Readonly<Record<string, number>> | undefined;
        takePrices((id) => prices?.[id]);
        void menu.refetch();
      }
      if (!still) return takeNextFinger();
      setStopped(error instanceof CallError && error.problem === 'menu.allergen' ? { asked, error } : null);
      setRefused(admissionNumber);
      setPin('');
      // A picture is valid for one try, so the finger is requested again.
      if (way === 'finger') scanner.capture();
      setSettled({ next: again ? 'pin' : 'number' });
    },
  };
  const byFinger = useMoneyRecord(consumeMenuFingerprint, after);
  const byPin = useMoneyRecord(consumeMenuPin, after);
  const soldByFinger = useMoneyRecord(sellMenuFingerprint, after);
  const soldByPin = useMoneyRecord(sellMenuPin, after);
  const busy = [byFinger, byPin, soldByFinger, soldByPin].some(({ isPending }) => isPending);

  function handOut(override: string) {
    if (!busy && stopped) send({ ...stopped.asked, override });
  }
  /** Sends a single portion or a sale, by finger or by PIN. */
  function send(asked: Asked) {
    if (asked.lines === undefined) {
      if (asked.pin === undefined) byFinger.mutate(asked as Sent<typeof byFinger>);
      else byPin.mutate(asked as Sent<typeof byPin>);
    } else if (asked.pin === undefined) soldByFinger.mutate(asked as Sent<typeof soldByFinger>);
    else soldByPin.mutate(asked as Sent<typeof soldByPin>);
  }
  function serve() {
    if (busy) return;
    begin();
    presses.current = new Map([[student.number, student.found?.names ?? '']]);
    if (student.number === '') return setMissing('number');
    if (!reach.online) return refuseAway();
    const lines = basket.lines.map(({ item: { sysid }, portions }) => ({ menuItemSYSID: sysid, quantity: portions }));
    const [only] = lines;
    const what = lines.length === 1 && only?.quantity === 1 ? { menuItemSYSID: only.menuItemSYSID } : { lines };
    const meal = { ...what, admissionNumber: student.number, shownAmount: basket.total };
    if (way === 'pin') {
      if (isPin(pin) && doubt.mayGo(student.number, pin)) return send({ ...meal, pin });
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
    stopped: stopped && {
      names: student.found?.names ?? '',
      allergens: String(stopped.error.detail.allergens ?? '').replaceAll(',', ', '),
      handOut,
    },
    takenBack(key: number, why: string) {
      setOutcomes((told) =>
        told.map((one) => (one.key === key ? { ...one, tone: 'takenBack', meal: null, why } : one)),
      );
      // The banner no longer reports a portion that was taken back, since the next student may be at the counter.
      setNews((told) => (told?.key === key ? null : told));
    },
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
      doubt.forget();
      student.setNumber('');
      basket.reset();
      begin();
      setPin('');
      scanner.flush();
      setSettled({ next: 'number' });
    },
  };
}

type Sent<Call extends { mutate: (input: never) => void }> = Parameters<Call['mutate']>[0];

export type Counter = ReturnType<typeof useCounter>;

/** Serves once for each finger. */
function useTouch(finger: unknown, serve: () => void): void {
  const served = useRef<unknown>(null);
  const serveNow = useEffectEvent(serve);
  useEffect(() => {
    if (finger === null || served.current === finger) return;
    served.current = finger;
    serveNow();
  }, [finger]);
}
