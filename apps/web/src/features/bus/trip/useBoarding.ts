import { useEffect, useEffectEvent, useState } from 'react';
import type { Template } from '../../../lib/scanner/messages.ts';
import type { ScannerInUse } from '../../../lib/scanner/useScanner.ts';
import { isPin, pinOf } from '../../../school/check-pin.ts';
import { isOfAnother, isOwner, useReadFor } from '../../../school/finger-owner.ts';
import { createPinPlausibility } from '../../../school/pin-plausibility.ts';
import { soundRefusal } from './door-sounds.ts';
import type { RideProof } from './ride-proof.ts';
import { isToBeAnswered, type RideKind, type Scan } from './scan.ts';
import { usePinEcho } from './usePinEcho.ts';

/** Proof required at the door; `attested` is the attendant's word. */
export type ProofBy = 'attested' | 'fingerprint' | 'pin';

/** Delay after which typing counts as ended: the first digits of a number may be another child's, so a finger waits for the rest. */
const SETTLED_AFTER_MS = 800;
/** Lifetime of a finger without a number; a longer one would send the finger with the next child's number. */
const FINGER_KEPT_MS = 30_000;

/**
 * Missing part of a press; `doubt`: the digits typed as a PIN may be the next child's number; `answer`: a question about the last child is
 * open; `turn`: the ride before is still being recorded.
 */
export type Needed = 'number' | 'pin' | 'doubt' | 'answer' | 'turn';

export interface BoardingOptions {
  readonly busy: boolean;
  readonly proofBy: ProofBy;
  readonly scanner: ScannerInUse;
  /** Outcome for the last child. */
  readonly last: Scan | null;
  /** Numbers that waited, were not sent, and were replaced in the field by the next one. */
  readonly unsent: readonly string[];
  readonly onUnsent: (unsent: readonly string[]) => void;
  readonly onRide: (kind: RideKind, number: string, proof: RideProof) => void;
}

/** Pairs a number with a finger or PIN at the door; the finger may come first. One child at a time, and each finger is used once. */
export function useBoarding({ busy, proofBy, scanner, last, unsent, onUnsent, onRide }: BoardingOptions) {
  const [kind, setKind] = useState<RideKind>('on');
  const [number, setNumber] = useState('');
  const [settled, setSettled] = useState(false);
  const [pin, setPin] = useState('');
  const [missing, setMissing] = useState<Needed | null>(null);
  const [doubt] = useState(createPinPlausibility);
  /** True for a child whose PIN was wrong and who stays for another try. */
  const [again, setAgain] = useState(false);
  /** Finger that was sent, or was never paired with a number; the scanner reports it until it reads the next one. */
  const [spent, setSpent] = useState<Template | null>(null);
  const echo = usePinEcho(number, busy, settled && pin === '', dropEcho);
  const { template } = scanner.state;
  const finger = proofBy === 'fingerprint' && template !== spent ? template : null;
  const readFor = useReadFor(finger, number);
  const isAsked = isToBeAnswered(last);

  function drop(): void {
    setSpent(finger);
    scanner.flush();
  }
  function type(text: string): void {
    setMissing(null);
    setAgain(false);
    if (finger && isOfAnother(readFor, number, text)) drop();
    echo.note(text);
    setNumber(text);
    // A PIN belongs to one child.
    setPin('');
    setSettled(false);
  }
  /** Clears a PIN typed into the number field; the same digits typed once more are a number. */
  function dropEcho(): Needed {
    type('');
    echo.sent('');
    setMissing('number');
    return 'number';
  }
  function send(): void {
    const proof: RideProof =
      proofBy === 'pin' ? { method: 'pin', pin } : finger ? { method: 'fingerprint', finger } : null;
    onRide(kind, number, proof);
    if (finger) setSpent(finger);
    type('');
    echo.sent(pin);
  }
  /**
   * Returns the missing PIN, or `turn` while another ride is being recorded; a finger needs neither, since it is sent as soon as possible.
   */
  function pinOrTurn(): Needed | null {
    if (proofBy === 'pin' && !isPin(pin)) return 'pin';
    if (busy) return 'turn';
    return proofBy !== 'pin' || doubt.mayGo(number, pin) ? null : 'doubt';
  }
  /** Handles Enter or the button: records, or waits for the finger. Returns the missing part. */
  function press(): Needed | null {
    if (echo.end()) return dropEcho();
    // A double press of the former child's Enter.
    if (busy && number === '') return null;
    const needed = isAsked ? 'answer' : number === '' ? 'number' : proofBy === 'fingerprint' ? null : pinOrTurn();
    setMissing(needed);
    // Plays a sound too, for an attendant who looks at the children.
    if (needed === 'turn') soundRefusal();
    if (needed !== null) return needed;
    const isOwn = finger !== null && isOwner(readFor, number);
    if (proofBy !== 'fingerprint' || (isOwn && !busy)) send();
    else {
      // A finger read for a longer number belongs to another child.
      if (finger && !isOwn) drop();
      setSettled(true);
    }
    return null;
  }
  useEffect(() => {
    if (number === '' || settled) return;
    const timer = setTimeout(() => setSettled(true), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [number, settled]);
  // A finger alone sends the ride if the number is typed already.
  const isComplete = finger !== null && number !== '' && settled && !busy && !isAsked && isOwner(readFor, number);
  const sendNow = useEffectEvent(send);
  useEffect(() => {
    if (isComplete) sendNow();
  }, [isComplete]);
  const dropNow = useEffectEvent(drop);
  useEffect(() => {
    if (!finger) return;
    const timer = setTimeout(() => dropNow(), FINGER_KEPT_MS);
    return () => clearTimeout(timer);
  }, [finger]);
  const takeUp = useEffectEvent((scan: Scan) => {
    doubt.answered(scan.admissionNumber, scan.isPinWrong === true);
    onUnsent(unsent.filter((one) => one !== scan.admissionNumber));
    // Restores the number of a child whose PIN was wrong: otherwise a PIN typed at once would be readable in the number field.
    if (!scan.isPinWrong || proofBy !== 'pin' || number !== '') return;
    type(scan.admissionNumber);
    setAgain(true);
  });
  useEffect(() => {
    if (last) takeUp(last);
  }, [last]);
  return {
    kind,
    again,
    replaced(gone: string) {
      const waited = missing === 'turn' || missing === 'answer' || (finger !== null && isOwner(readFor, gone));
      if (waited && !unsent.includes(gone)) onUnsent([...unsent, gone]);
    },
    next() {
      doubt.forget();
      onUnsent([]);
      type('');
    },
    setKind,
    number,
    isVeiled: echo.isVeiled,
    pin,
    /** Ends the typing in the number field. */
    endNumber: () => void echo.end(),
    setPin: (text: string) => {
      // A PIN never follows the beginning of a PIN, so the digits are a number.
      echo.end();
      setMissing(null);
      setPin(pinOf(text));
    },
    missing: missing === 'answer' && !isAsked ? null : missing,
    type,
    press,
    /**
     * Takes a child chosen by name or card, which ends the typing; choosing the number in the field acts as a press. Returns as `press`
     * does.
     */
    choose(chosen: string): Needed | null {
      if (chosen === number) return press();
      echo.end();
      setSettled(true);
      return proofBy === 'pin' ? 'pin' : null;
    },
  };
}
