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

/** Way in which children are proven at the door; `attested` is the attendant's word. */
export type ProofBy = 'attested' | 'fingerprint' | 'pin';

/** The first digits of a number may be a number too, so a finger waits for the typing to end. */
const SETTLED_AFTER_MS = 800;
/** A finger that nobody claims is dropped, or it would go with the next child's number. */
const FINGER_KEPT_MS = 30_000;

/**
 * Needed: what a press lacks; `doubt`: what was typed as a PIN may be the next child's number; `answer`: a question about the last child stands;
 * `turn`: the child before is still being recorded.
 */
export type Needed = 'number' | 'pin' | 'doubt' | 'answer' | 'turn';

interface BoardingOptions {
  readonly busy: boolean;
  readonly proofBy: ProofBy;
  readonly scanner: ScannerInUse;
  /** The outcome for the last child. */
  readonly last: Scan | null;
  /** Numbers that waited for their turn, were not sent, and have gone from the field for the next one. */
  readonly unsent: readonly string[];
  readonly onUnsent: (unsent: readonly string[]) => void;
  readonly onRide: (kind: RideKind, number: string, proof: RideProof) => void;
}

/** Puts number and finger or PIN together at the door, a finger in whichever order they come: one child at a time, and each finger once. */
export function useBoarding({ busy, proofBy, scanner, last, unsent, onUnsent, onRide }: BoardingOptions) {
  const [kind, setKind] = useState<RideKind>('on');
  const [number, setNumber] = useState('');
  const [settled, setSettled] = useState(false);
  const [pin, setPin] = useState('');
  const [missing, setMissing] = useState<Needed | null>(null);
  const [doubt] = useState(createPinPlausibility);
  /** True for the child of a wrong PIN, who stays for another try. */
  const [again, setAgain] = useState(false);
  /** Finger that has gone with a child, or that nobody has claimed; the scanner shows it until it takes the next one. */
  const [spent, setSpent] = useState<Template | null>(null);
  const echo = usePinEcho(number, busy, settled && pin === '', letGo);
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
    // A PIN is one child's.
    setPin('');
    setSettled(false);
  }
  /** A PIN once more goes; the very same again is a number. */
  function letGo(): Needed {
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
  /** One child at a time; a finger goes by itself once it may. */
  function pinOrTurn(): Needed | null {
    if (proofBy === 'pin' && !isPin(pin)) return 'pin';
    if (busy) return 'turn';
    return proofBy !== 'pin' || doubt.mayGo(number, pin) ? null : 'doubt';
  }
  /** Enter or the button: records, or waits for the finger that is still missing. Answers the field that has to be filled in first. */
  function press(): Needed | null {
    if (echo.end()) return letGo();
    // The Enter of the child before, pressed twice.
    if (busy && number === '') return null;
    const needed = isAsked ? 'answer' : number === '' ? 'number' : proofBy === 'fingerprint' ? null : pinOrTurn();
    setMissing(needed);
    // Heard too, by whoever looks at the children.
    if (needed === 'turn') soundRefusal();
    if (needed !== null) return needed;
    const isOwn = finger !== null && isOwner(readFor, number);
    if (proofBy !== 'fingerprint' || (isOwn && !busy)) send();
    else {
      // One that came to a longer number is not this child's.
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
  // One touch is enough where the number is there.
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
    // A PIN that is typed again at once would stand in the number's field, to be read by anybody.
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
    /** Nobody types on in the number's field. */
    endNumber: () => void echo.end(),
    setPin: (text: string) => {
      // No PIN comes behind the beginning of one.
      echo.end();
      setMissing(null);
      setPin(pinOf(text));
    },
    missing: missing === 'answer' && !isAsked ? null : missing,
    type,
    press,
    /** Chosen by name or card, nobody types any more; Enter on a number that stands there is a press. Answers as `press` does. */
    choose(chosen: string): Needed | null {
      if (chosen === number) return press();
      echo.end();
      setSettled(true);
      return proofBy === 'pin' ? 'pin' : null;
    },
  };
}
