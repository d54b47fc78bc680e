import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { describe } from '../../../lib/problems.ts';
import { whenOf } from '../../../lib/when.ts';
import { useOnline } from '../../../school/desk/useDevice.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { isKnown, momentOf, type OrphanedRequest } from '../../../school/pending/pending-request.ts';
import { left as presses } from './orphaned-rides.ts';

/** Longer than a call goes on: by then the ride is recorded, or never will be, and the trip's list tells which. */
const SETTLED_AFTER_MS = 65_000;
/** A press of another account is of the trip of that day. */
const TOLD_FOR_MS = 86_400_000;

/** Hears that a child is on board, or has got off, by somebody's word. */
export type OnPassed = (left: OrphanedRequest) => void;

/** Says of presses of other accounts what may stand in the trip's list by them, and the press that puts it right. */
export function useOthersNote(left: readonly OrphanedRequest[]): string | null {
  const { t } = useTranslation('rides');
  const others = left.filter(({ outcome }) => outcome === 'others');
  if (others.length === 0) return null;
  const has = (kind: string) => others.some((one) => one.kind === kind);
  return [t('left.othersNote'), has('on') && t('left.othersOn'), has('off') && t('left.othersOff')]
    .filter(Boolean)
    .join(' ');
}

/** One ride whose press had no answer: who and what it is, and the presses by which somebody says what happened. */
export function useOrphanedRide(left: OrphanedRequest, onPassed?: OnPassed) {
  const { t } = useTranslation('rides');
  const keeps = outbox.ready.use();
  const isDown = outbox.down.use();
  const isAway = !useOnline() || isDown;
  const [failed, setFailed] = useState(false);
  const { key, outcome, names, admissionNumber, busNumberPlate, refusal } = left;
  const kind = left.kind === 'off' ? 'off' : 'on';
  const who = [admissionNumber, names].filter(Boolean).join(' ');
  const about = { plate: busNumberPlate ?? '', time: whenOf(momentOf(left)) };
  const why = outcome === 'refused' ? describe(refusal).message : '';
  // Rows go by themselves: a press that began at one child is nobody else's.
  const press = (text: string, act: () => Promise<void>) => ({
    text,
    of: { 'data-of': key, 'aria-label': `${text}: ${who}` },
    act: () => {
      setFailed(false);
      // Told in the line; it stays, to be said again.
      act().catch(() => setFailed(true));
    },
  });
  const passed = () => presses.sayPassed(left).then(() => onPassed?.(left));
  const age = Date.now() - left.at;
  const isOver = outcome === 'others' && age > TOLD_FOR_MS;
  // Of any other it may have been recorded, and forgetting it would take nothing back. Of a boarding of another account the list has to tell; an
  // alighting that was recorded hides a child who sits in the bus, and only another boarding takes it back.
  const isListed = outcome === 'others' && left.kind === 'on' && !isOver && !isAway && age > SETTLED_AFTER_MS;
  const mayHaveStayed = outcome === 'void' || isListed;
  return {
    who,
    what: t(`left.${outcome}.${kind}`, { ...about, why }),
    failed,
    presses: isKnown(left)
      ? [press(t('left.read'), () => presses.forget(key))]
      : [
          ...(keeps ? [press(t(`left.passed.${kind}`), passed)] : []),
          ...(mayHaveStayed ? [press(t(`left.stayed.${kind}`), () => presses.sayStayed(left))] : []),
          // Its trip is over and was gone through: it does not stand here until its account comes back, which may be never.
          ...(isOver ? [press(t('left.read'), () => presses.forget(key))] : []),
        ],
  };
}
