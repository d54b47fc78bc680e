import { type RefObject, useMemo, useRef } from 'react';
import type { ScannerInUse } from '../../../lib/scanner/useScanner.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { inFront } from '../front-page.ts';
import type { Question } from '../GateDialog.tsx';
import { askStudent, sendPassing } from '../gate-calls.ts';
import { createLane, type Lane } from '../lane/lane.ts';
import { createFinder } from '../lookup.ts';
import { attempts } from '../orphaned/attempts.ts';
import { isReversed } from '../queue/line.ts';
import { mayChooseCollector } from '../release.ts';
import { play, playFor, soundOf } from '../sounds.ts';
import { takeBack, touching } from '../touch.ts';
import { numberField } from '../useGate.ts';
import { orphanCode } from './useOrphans.ts';

interface GateLaneOptions {
  readonly scanner: RefObject<ScannerInUse | null>;
  /** True while the guard has said that somebody collects the next child. */
  readonly collected: boolean;
  readonly countAgain: () => void;
  readonly ask: (question: Question, unasked: 'unasked') => void;
}

/** Creates the lane of the gate, with sounds, and with the question who collects a child. */
export function useGateLane({ scanner, collected, countAgain, ask }: GateLaneOptions): Lane {
  const isCollected = useRef(collected);
  isCollected.current = collected;
  return useMemo(
    () =>
      createLane({
        finder: createFinder(askStudent),
        send: sendPassing,
        releaseNow: () => (isCollected.current ? { collected: true } : undefined),
        onSettled: (line) => {
          if (!isReversed(line) || inFront.get()) play(soundOf(line));
          if (line.state === 'recorded' || line.state === 'undone') countAgain();
          // Without that chunk the page shows no orphaned request either, so no request needs to be updated.
          orphanCode().then(
            ({ left }) => left.noteEnded(line),
            () => undefined,
          );
          // The child is verified and only the collector is open. The dialog opens by itself only while the gate is idle: otherwise it
          // would open under a finger that is working on another child.
          if (mayChooseCollector(line) && isIdle()) ask({ about: 'collector', line }, 'unasked');
        },
        onNotice: playFor,
        onFingerTaken: () => scanner.current?.flush(),
        away: outbox,
        touching,
        takeBack,
        attempts,
      }),
    [countAgain, ask, scanner],
  );
}

/** Reads the number field, which may hold the beginning of a name, which the lane does not know. */
function isIdle(): boolean {
  return numberField()?.value === '' && document.querySelector('dialog[open]') === null;
}
