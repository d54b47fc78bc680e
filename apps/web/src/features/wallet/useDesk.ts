import { cashOutFingerprint, cashOutPin, deposit } from '@mfuko/contract/wallet';
import { useEffect, useRef, useState } from 'react';
import { CallError, describe } from '../../lib/problems.ts';
import { pictureFields } from '../../lib/scanner/messages.ts';
import { useScanner } from '../../lib/scanner/useScanner.ts';
import { useSession } from '../../lib/session.ts';
import { useReadAsRecorded } from '../../school/attempts/useReadAsRecorded.ts';
import { isPin } from '../../school/check-pin.ts';
import { isOwner, useReadFor } from '../../school/finger-owner.ts';
import { createPinPlausibility } from '../../school/pin-plausibility.ts';
import { useFingerFor } from '../../school/useFingerFor.ts';
import type { PaymentNotices } from './payment-notices.ts';
import type { Paid } from './Receipt.tsx';
import { useDeskPayments } from './useDeskPayments.ts';
import { useTypedAhead } from './useTypedAhead.ts';
import { useWalletOf } from './useWalletOf.ts';

export type Way = 'out' | 'in';

/** Outcome of the last payment: money moved, a refusal, or an unknown outcome. */
export type Outcome =
  | { readonly tone: 'done'; readonly paid: Paid }
  /** `byPin`: the PIN field has the focus again. `repeats`: input of a deposit that this user has paid in before. */
  | {
      readonly tone: 'refused' | 'unsure';
      readonly why: string;
      readonly byPin?: boolean;
      readonly repeats?: string;
    };

/** Field that receives the focus next. A new object each time. */
interface Next {
  readonly field: 'admissionNumber' | 'amount' | 'pin';
}

const PATHS = [deposit.path, cashOutPin.path, cashOutFingerprint.path];

/** State machine of the cash desk, for one student after the other: number and amount, then the proof. `given` fills in a number. */
export function useDesk(notices: PaymentNotices, given?: string) {
  // After the end of the session the desk stays mounted until the sign-in opens; its calls fail.
  const userName = useSession()?.userName ?? '';
  const wallet = useWalletOf(given);
  const scanner = useScanner({ captureByItself: false });
  const [way, setWay] = useState<Way>('out');
  const [chosen, setChosen] = useState<'finger' | 'pin'>('finger');
  const [amount, setAmount] = useState('');
  const [pin, setPin] = useState('');
  const [plausibility] = useState(createPinPlausibility);
  /** True once Enter has ended the amount: the next finger, or the student's name, then sends the payment. */
  const [armed, setArmed] = useState(false);
  // A lookup that ended without a name disarms the payment too: the name may arrive much later, when the student has been paid elsewhere.
  if (armed && wallet.status !== 'looking' && !wallet.found) setArmed(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [next, setNext] = useState<Next>({ field: 'admissionNumber' });
  const { template } = scanner.state;
  const fingerless = wallet.found?.hasFingerprint === false;
  const proof = fingerless ? 'pin' : chosen;
  const readFor = useReadFor(template, wallet.number);
  const byFinger = way === 'out' && proof === 'finger';
  const ahead = useFingerFor(wallet.found?.admissionNumber, scanner, !byFinger);

  const typedInput = `${wallet.number}\n${amount}`;

  const pay = useDeskPayments({
    notices,
    onPaid(paid) {
      plausibility.answered(paid.admissionNumber, false);
      setOutcome({ tone: 'done', paid });
      empty();
      typed.goOn();
    },
    onFailed(method, error, aboutAmount) {
      const { title, message } = describe(error);
      const unsure = !(error instanceof CallError) || error.unsure;
      const byPin = method === 'pin' && !aboutAmount;
      const isRepeated = error instanceof CallError && error.problem === 'wallet.deposit-repeated';
      setOutcome({
        tone: unsure ? 'unsure' : 'refused',
        why: message || title,
        byPin,
        ...(isRepeated && { repeats: typedInput }),
      });
      if (byPin) plausibility.answered(wallet.number, error instanceof CallError && error.problem === 'pin.wrong');
      setPin('');
      // A wrong finger left on the reader would be retried until the student is locked out.
      setArmed(false);
      setNext({ field: byPin ? 'pin' : 'amount' });
    },
    // A picture is valid for one try.
    onRefused: (method) => method === 'fingerprint' && scanner.capture(),
  });
  const { busy } = pay;
  const current = way === 'in' ? pay.in : pay[proof];
  const typed = useTypedAhead({
    waits: busy || (armed && way === 'in'),
    paysOut: way === 'out',
    pin,
    onTakenBack: () => setArmed(false),
  });

  /** Empties the fields for the next student. */
  function empty(): void {
    plausibility.forget();
    setAmount('');
    setPin('');
    setArmed(false);
    scanner.flush();
    wallet.setNumber('');
    setNext({ field: 'admissionNumber' });
  }
  useReadAsRecorded(PATHS, { admissionNumber: wallet.number, amount }, () => {
    setOutcome(null);
    empty();
  });
  /** Goes as far as possible: pays, waits for the finger, or asks for the PIN. */
  function submit(): void {
    notices.hide();
    if (busy || !current.ready(wallet, amount)) return;
    if (way === 'in') payIn();
    else if (proof === 'pin') payOutByPin();
    else payOutByFinger();
  }
  function payIn(): void {
    // A deposit has no proof, so it is sent only once the student's name was shown.
    if (wallet.found) sendDeposit(true);
    else setArmed(true);
  }
  function sendDeposit(unlessRepeated: boolean): void {
    pay.in.send(wallet, { admissionNumber: wallet.number, amount, channel: 'cash', unlessRepeated });
  }
  /** Pays in once more what the user has paid in before. Never by Enter, which may be meant for the next student. */
  function payAgain(): void {
    notices.hide();
    if (!busy && pay.in.ready(wallet, amount)) sendDeposit(false);
  }
  const isRepeated = outcome !== null && outcome.tone === 'refused' && outcome.repeats === typedInput;
  function payOutByPin(): void {
    if (pin === '') return setNext({ field: 'pin' });
    if (!isPin(pin)) return notices.missing.pin();
    if (!plausibility.mayGo(wallet.number, pin)) return notices.doubt();
    pay.pin.send(wallet, { admissionNumber: wallet.number, amount, pin, userName });
  }
  function payOutByFinger(): void {
    setOutcome(null);
    setArmed(true);
    if (!template) return;
    // A finger read for another number is requested again.
    if (!isOwner(readFor, wallet.number)) scanner.capture();
    else pay.finger.send(wallet, { admissionNumber: wallet.number, amount, userName, ...pictureFields(template) });
  }
  const latest = useRef(submit);
  latest.current = submit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each picture, and for each student that is found
  useEffect(() => {
    if (armed && (template || (way === 'in' && wallet.found))) latest.current();
  }, [template, wallet.found]);

  /** Disarms the payment on any change of its input. */
  function changing(): void {
    setArmed(false);
    setPin('');
  }
  // A locked desk keeps number and amount. The student is proven again after the unlock, and no finger pays before another press.
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
        // The finger of one student is never tried for the next; a finger without a student waits for its number.
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
    /** Confirms a repeated deposit; null where there is none to confirm. */
    payAgain: way === 'in' && isRepeated && wallet.found ? payAgain : null,
    /** Clears the outcome after the last payment was taken back. */
    forget: () => setOutcome(null),
    clear() {
      setOutcome(null);
      notices.hide();
      empty();
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
    /** Asks for the proof again after another user's approval. */
    proveAgain() {
      if (proof === 'finger') scanner.capture();
      else setNext({ field: 'pin' });
    },
  };
}

export type CashDesk = ReturnType<typeof useDesk>;
