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
 * Outcome: what came of one student's portion. `unsure`: nobody knows, and the same press sends the very same again. `takenBack`:
 * a slip of the cook, which counts no more.
 */
export interface Outcome {
  readonly key: number;
  readonly tone: 'served' | 'refused' | 'unsure' | 'takenBack';
  /** Its look on the band, by the name of its sound. */
  readonly look: Sound;
  readonly admissionNumber: string;
  readonly names: string;
  /** The refusal's words; none where a portion was handed out. */
  readonly why: string;
  readonly meal: Handed | null;
}

/** Asked: what was sent, as far as all ways have it; `lines` of a sale. */
interface Asked {
  readonly admissionNumber?: unknown;
  readonly pin?: unknown;
  readonly lines?: unknown;
  readonly shownAmount?: unknown;
  readonly override?: unknown;
}

/** Stopped: a portion that an allergen stands against, with all that was sent, so that a reason is all that is missing. */
export interface Stopped {
  readonly names: string;
  readonly allergens: string;
  handOut(override: string): void;
}

/** Missing: what a press lacks; `doubt`: what was typed as a PIN may be the next student's number. */
export type Missing = 'number' | 'pin' | 'finger' | 'doubt';

interface CounterOptions {
  readonly item: MenuItem;
  /** Hears that what was picked has another price by now. */
  readonly onPrice: (item: MenuItem) => void;
  readonly scanner: ScannerInUse;
  readonly reach: Reach;
  /** Serves as soon as the finger of a known number is read, without a key. */
  readonly byTouch: boolean;
  /** Hears of whoever stands there without a portion that is known of: the session is over, or no answer came. */
  readonly onLost: (lost: Lost) => void;
  /** Hears that this student's portion was handed out after all. */
  readonly onServed: (admissionNumber: string) => void;
}

/** Lost press: a student about whom the session ended; `asked` where the answer is asked for at this desk as long as it can. */
export interface Lost extends Pick<Outcome, 'admissionNumber' | 'names'> {
  readonly asked: boolean;
}

/** One student after the other: number, then finger or PIN, then what came of it. */
export function useCounter({ item, onPrice, scanner, reach, byTouch, onLost, onServed }: CounterOptions) {
  const { t } = useTranslation('canteen');
  const student = useStudentField(getCheckStudent);
  const basket = useBasket(item, student.found === null ? '' : student.number);
  const menu = useCall(getMenu, WHOLE_MENU, { refetchInterval: LOOK_AT_MENU_MS });
  /** The bar and the basket show what will be charged, and the server takes no other amount. */
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
  // Found by typing: of a long menu it is not among the rows that are read at once.
  const isBeyond = menu.data?.rows.every(({ sysid }) => sysid !== item.sysid) ?? false;
  const found = useCall(
    getMenu,
    { ...WHOLE_MENU, search: item.name },
    { enabled: isBeyond, refetchInterval: LOOK_AT_MENU_MS },
  );
  useEffect(() => {
    if (found.data) readMenu(found.data.rows);
  }, [found.data]);
  /** News: what came of the last student, until the next one begins. */
  const [news, setNews] = useState<Outcome | null>(null);
  const [missing, setMissing] = useState<Missing | null>(null);
  const [chosen, setChosen] = useState<'finger' | 'pin'>('finger');
  const [pin, setPin] = useState('');
  const [doubt] = useState(createPinPlausibility);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [stopped, setStopped] = useState<{ readonly asked: Asked; readonly error: CallError } | null>(null);
  const [settled, setSettled] = useState<{ readonly next: 'number' | 'pin' } | null>(null);
  /** Name of the student of the last press, by the number. */
  const presses = useRef<ReadonlyMap<string, string>>(new Map());
  const { template, glass } = scanner.state;
  const readFor = useReadFor(template, student.number);
  /** Refused: a finger that may still be the same one takes a press, or it would be tried until the student is locked out. */
  const [refused, setRefused] = useState('');
  // A student without a finger here is asked for the PIN; the next one is asked for the finger again.
  const fingerless = student.found?.hasFingerprint === false;
  const way = fingerless ? 'pin' : chosen;

  useCaptureFor(way === 'finger' ? student.found?.admissionNumber : undefined, scanner);

  /** Tells of a portion; `quiet` where the next student has begun, whom the band must not seem to be about. */
  function tell(outcome: Omit<Outcome, 'key'>, quiet = false) {
    const told = { ...outcome, key: (outcomes[0]?.key ?? 0) + 1 };
    sound(outcome.look);
    setOutcomes((before) => [{ ...told, key: (before[0]?.key ?? 0) + 1 }, ...before].slice(0, LATEST));
    if (!quiet) setNews(told);
  }
  /** Another student begins: nothing stays of the one before. */
  function begin() {
    setNews(null);
    setMissing(null);
    setStopped(null);
  }
  /** The picture that was sent is the last student's, though the next one's number stands there already. */
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
      // A person who has begun to type the next number goes on with it.
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
      // The end of a session forgets who stands there.
      const pressed = presses.current.get(admissionNumber) ?? '';
      const who = { admissionNumber, names: (still && student.found?.names) || pressed };
      if (unsure || (error instanceof CallError && error.sessionEnded)) onLost({ ...who, asked: unsure });
      // A student who was sent away is told of, though the next number is begun: that student stands there without a portion.
      tell({ tone: unsure ? 'unsure' : 'refused', look, ...who, why: message || title, meal: null });
      // Nobody knows yet what became of it: the very same has to be sent again.
      if (unsure) return;
      const problem = error instanceof CallError ? error.problem : null;
      // The same student goes on, by the PIN once more.
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
      // A picture is good for one try: after a refusal the finger is asked for anew.
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
  /** One portion by itself, or several as one sale; by what proves it. */
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
  /** Money never moves without a network: nothing is sent, and nothing is kept for later. */
  function refuseAway() {
    const { number: admissionNumber, found } = student;
    const who = { admissionNumber, names: found?.names ?? '' };
    tell({ tone: 'refused', look: 'away', ...who, why: t('away.refused'), meal: null });
    setPin('');
    scanner.flush();
    reach.ask();
    setSettled({ next: 'number' });
  }
  // The finger of the next try, or of the next student: what was said before is over.
  const beginByFinger = useEffectEvent(() => {
    // A portion that an allergen stopped waits for its reason, or for the next number.
    if (!stopped) begin();
  });
  useEffect(() => {
    if (template) beginByFinger();
  }, [template]);
  // A number that is typed after the finger is not served by itself: on its way to "4021" it reads "402", and that may be somebody.
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
    /** Settled: moves the focus to the next field, once something came of a portion; a new object each time. */
    settled,
    /** Stopped: the portion that waits for a reason; null where none does. */
    stopped: stopped && {
      names: student.found?.names ?? '',
      allergens: String(stopped.error.detail.allergens ?? '').replaceAll(',', ', '),
      handOut,
    },
    takenBack(key: number, why: string) {
      setOutcomes((told) =>
        told.map((one) => (one.key === key ? { ...one, tone: 'takenBack', meal: null, why } : one)),
      );
      // A portion that went back is no news of the student who stands there now.
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
      // Another number is another student, whose PIN this is not.
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
