import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { describe } from '../../../lib/problems.ts';
import { whenOf } from '../../../lib/when.ts';
import { useOnline } from '../../../school/desk/useDevice.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { isKnown, momentOf, type OrphanedRequest } from '../../../school/pending/pending-request.ts';
import { left as presses } from './orphaned-rides.ts';

/** Time after which a call has certainly ended, so that the trip's list tells if the ride was recorded. */
const SETTLED_AFTER_MS = 65_000;
/** Age up to which another account's press is shown, since it belongs to that day's trip. */
const TOLD_FOR_MS = 86_400_000;

/** Called with a child whom a user has reported to be on board or to have got off. */
export type OnPassed = (left: OrphanedRequest) => void;

/** Returns the note about presses of other accounts: their effect on the trip's list, and the press that corrects the list. */
export function useOthersNote(left: readonly OrphanedRequest[]): string | null {
  const { t } = useTranslation('rides');
  const others = left.filter(({ outcome }) => outcome === 'others');
  if (others.length === 0) return null;
  const has = (kind: string) => others.some((one) => one.kind === kind);
  return [t('left.othersNote'), has('on') && t('left.othersOn'), has('off') && t('left.othersOff')]
    .filter(Boolean)
    .join(' ');
}

/** One ride whose press had no answer: its texts, and the buttons by which a user says what happened. */
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
  // Rows disappear by themselves, so a press that began on one child's button must not count for another child.
  const press = (text: string, act: () => Promise<void>) => ({
    text,
    of: { 'data-of': key, 'aria-label': `${text}: ${who}` },
    act: () => {
      setFailed(false);
      // On failure the line shows an error and stays, so that the user can answer again.
      act().catch(() => setFailed(true));
    },
  });
  const passed = () => presses.sayPassed(left).then(() => onPassed?.(left));
  const age = Date.now() - left.at;
  const isOver = outcome === 'others' && age > TOLD_FOR_MS;
  // Any other ride may have been recorded, and forgetting the press would not take it back. A boarding by another account shows in the
  // list; a recorded alighting hides a child who sits in the bus, and only another boarding corrects that.
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
          // Its trip is over and was checked: the line need not wait for its account, which may never return.
          ...(isOver ? [press(t('left.read'), () => presses.forget(key))] : []),
        ],
  };
}
