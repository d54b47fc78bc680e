import { useEffect, useRef, useState } from 'react';
import { currentChallenge, keepChallenge } from './challenge.ts';
import { createScanner, type Scanner } from './connection.ts';
import { isOpen, type ScannerState, START } from './machine.ts';
import { ownReader } from './own-reader.ts';

export interface ScannerInUse extends Omit<Scanner, 'start'> {
  readonly state: ScannerState;
  readonly open: boolean;
}

interface ScannerOptions {
  readonly captureByItself?: boolean;
  /** Number of touches: one for verification, three for enrolment. */
  readonly times?: 1 | 3;
  /** False while the screen needs no finger: the socket stays closed. */
  readonly enabled?: boolean;
}

/** Connects to the scanner of this device while the screen is shown. The socket is closed when the user leaves the screen. */
export function useScanner({ captureByItself = true, times = 1, enabled = true }: ScannerOptions = {}): ScannerInUse {
  const [state, setState] = useState(START);
  const scanner = useRef<Scanner>(null);
  useEffect(() => {
    if (!enabled) return;
    const reader = ownReader();
    const mine = createScanner({
      createSocket: reader.open,
      onState: setState,
      captureByItself,
      times,
      permission: reader.permission,
      at: reader.at,
      challenge: currentChallenge,
    });
    scanner.current = mine;
    void mine.start();
    const stopAsking = keepChallenge();
    return () => {
      stopAsking();
      mine.disconnect();
    };
  }, [captureByItself, times, enabled]);
  return {
    state,
    open: isOpen(state),
    connect: () => scanner.current?.connect(),
    capture: () => scanner.current?.capture(),
    flush: () => scanner.current?.flush(),
    disconnect: () => scanner.current?.disconnect(),
  };
}
