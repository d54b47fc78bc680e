import { cashOutFingerprint, cashOutPin, deposit, getWallet, type Moved } from '@mfuko/contract/wallet';
import { useEffect, useRef, useState } from 'react';
import { CallError, describe } from '../../lib/problems.ts';
import { pictureFields } from '../../lib/scanner/messages.ts';
import { useScanner } from '../../lib/scanner/useScanner.ts';
import { useSession } from '../../lib/session.ts';
import { isPin } from '../../school/check-pin.ts';
import { isOwner, useReadFor } from '../../school/finger-owner.ts';
import { createPinPlausibility } from '../../school/pin-plausibility.ts';
import { useFingerFor } from '../../school/useFingerFor.ts';
import type { PaymentNotices } from './payment-notices.ts';
import type { Paid } from './Receipt.tsx';
import { usePayment } from './usePayment.ts';
import { useTypedAhead } from './useTypedAhead.ts';
import { useWalletOf } from './useWalletOf.ts';

export type Way = 'out' | 'in';

/** Outcome of the last payment: money that moved, or why none did, or that nobody knows. */
export type Outcome =
  | { readonly tone: 'done'; readonly paid: Paid }
  /** `byPin`: the keys are in the PIN's field again. */
  | { readonly tone: 'refused' | 'unsure'; readonly why: string; readonly byPin?: boolean };

/** The field that the hands go to next. A new object each time. */
interface Next {
  readonly field: 'admissionNumber' | 'amount' | 'pin';
}

/** The cash desk's state: one student after the other, number and amount first, then the proof, then the next. `given` fills in a number. */
export function useDesk(notices: PaymentNotices, given?: string) {
  // A session that ended leaves the desk standing until the sign-in is there; no call of it goes through.
  const userName = useSession()?.userName ?? '';
  const wallet = useWalletOf(given);
  const scanner = useScanner({ captureByItself: false });
  const [way, setWay] = useState<Way>('out');
  const [chosen, setChosen] = useState<'finger' | 'pin'>('finger');
  const [amount, setAmount] = useState('');
  const [pin, setPin] = useState('');
  const [doubt] = useState(createPinPlausibility);
  /** True once Enter has ended the amount: the finger that comes now, or the student's name, is the last word. */
  const [armed, setArmed] = useState(false);
  // A look-up that ended without a name ends the last word too: the name may come much later, when it has been paid elsewhere.
  if (armed && wallet.status !== 'looking' && !wallet.found) setArmed(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [next, setNext] = useState<Next>({ field: 'admissionNumber' });
  const { template } = scanner.state;
  const fingerless = wallet.found?.hasFingerprint === false;
  const proof = fingerless ? 'pin' : chosen;
  const readFor = useReadFor(template, wallet.number);
  const byFinger = way === 'out' && proof === 'finger';
  const ahead = useFingerFor(wallet.found?.admissionNumber, scanner, !byFinger);

  const after = (method: Paid['method']) => ({
    refresh: [getWallet],
    doneText: () => null,
    onDone: (moved: Moved, student: { admissionNumber: string; names: string }) => {
      doubt.answered(student.admissionNumber, false);
      setOutcome({
        tone: 'done',
        paid: { kind: method ? 'cashOut' : 'deposit', moved, ...student, method, ...(!method && { channel: 'cash' }) },
      });
      clear();
      typed.goOn();
    },
    onFailed: (error: unknown, aboutAmount: boolean) => {
      const { title, message } = describe(error);
      const unsure = !(error instanceof CallError) || error.unsure;
      const byPin = method === 'pin' && !aboutAmount;
      setOutcome({ tone: unsure ? 'unsure' : 'refused', why: message || title, byPin });
      if (byPin) doubt.answered(wallet.number, error instanceof CallError && error.problem === 'pin.wrong');
      setPin('');
      // A wrong finger that stays on the reader would be tried until the student is locked out.
      setArmed(false);
      setNext({ field: byPin ? 'pin' : 'amount' });
    },
    // A picture is good for one try.
    onRefused: () => method === 'fingerprint' && scanner.capture(),
  });
  const pay = {
    finger: usePayment(cashOutFingerprint, after('fingerprint'), notices),
    pin: usePayment(cashOutPin, after('pin'), notices),
    in: usePayment(deposit, after(null), notices),
  };
  const current = way === 'in' ? pay.in : pay[proof];
  const busy = pay.finger.busy || pay.pin.busy || pay.in.busy;
  const typed = useTypedAhead({
    waits: busy || (armed && way === 'in'),
    paysOut: way === 'out',
    pin,
    onTakenBack: () => setArmed(false),
  });

  function clear(): void {
    doubt.forget();
    setAmount('');
    setPin('');
    setArmed(false);
    scanner.flush();
    wallet.setNumber('');
    setNext({ field: 'admissionNumber' });
  }
  /** Goes as far as it can: pays, waits for the finger, or asks for the PIN. */
  function submit(): void {
    notices.hide();
    if (busy || !current.ready(wallet, amount)) return;
    const paying = { admissionNumber: wallet.number, amount };
    if (way === 'in') {
      // Nothing proves who is meant: money goes to nobody whose name has not been seen.
      if (wallet.found) pay.in.send(wallet, { ...paying, channel: 'cash' });
      else setArmed(true);
    } else if (proof === 'pin') {
      if (pin === '') return setNext({ field: 'pin' });
      if (!isPin(pin)) return notices.missing.pin();
      if (!doubt.mayGo(wallet.number, pin)) return notices.doubt();
      pay.pin.send(wallet, { ...paying, pin, userName });
    } else {
      setOutcome(null);
      setArmed(true);
      // A finger that came to another number is asked for anew.
      if (template && !isOwner(readFor, wallet.number)) scanner.capture();
      else if (template) pay.finger.send(wallet, { ...paying, userName, ...pictureFields(template) });
    }
  }
  const latest = useRef(submit);
  latest.current = submit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each picture, and for each student that is found
  useEffect(() => {
    if (armed && (template || (way === 'in' && wallet.found))) latest.current();
  }, [template, wallet.found]);

  /** Whatever changes what is paid takes the last word back. */
  function changing(): void {
    setArmed(false);
    setPin('');
  }
  // A desk that is locked keeps number and amount; who stands there is proven anew, and no finger pays before somebody says so.
  useEffect(
    () => () => {
      setArmed(false);
      setPin('');
    },
    [],
  );
  return {
    wallet: {
      ...wallet,
      setNumber(number: string) {
        changing();
        // The finger of one student is never tried on the next; one that nobody has claimed waits for its student.
        if (wallet.found) scanner.flush();
        wallet.setNumber(number);
      },
    },
    scanner,
    ahead,
    way,
    proof,
    fingerless,
    amount,
    pin,
    armed,
    busy,
    typed,
    outcome,
    next,
    amountError: current.amountError,
    refusals: current.refusals,
    submit,
    /** The last payment is no news any more: it was taken back. */
    forget: () => setOutcome(null),
    clear() {
      setOutcome(null);
      notices.hide();
      clear();
    },
    setAmount(text: string) {
      setArmed(false);
      setAmount(text);
    },
    setPin,
    setWay(to: Way) {
      changing();
      setWay(to);
    },
    choose(to: 'finger' | 'pin') {
      changing();
      setChosen(to);
    },
    /** Somebody else has approved: the proof is asked for again. */
    proveAgain() {
      if (proof === 'finger') scanner.capture();
      else setNext({ field: 'pin' });
    },
  };
}

export type CashDesk = ReturnType<typeof useDesk>;
