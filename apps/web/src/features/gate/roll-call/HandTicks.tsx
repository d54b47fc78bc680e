import { useEffect, useState } from 'react';
import { takeCards, watchCards } from '../../../lib/card-guard.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/desk.module.css';
import type { Child, Ticked } from './roll-call.ts';

const KEPT = 4;

interface HandTicksProps {
  /** Ticks in force, newest first. */
  readonly ticked: readonly Ticked[];
  readonly undone: Ticked | null;
  readonly onTakeBack: (ticked: Ticked) => void;
  readonly onCard: (admissionNumber: string) => void;
}

/** Shows the last child whom this marshal ticked by hand, visible at any scroll position; one press takes a wrong tick back. */
export function HandTicks({ ticked, undone, onTakeBack, onCard }: HandTicksProps) {
  const { t } = useTranslation('desk');
  const { t: ui } = useTranslation('ui');
  const [lost, setLost] = useState(false);
  useEffect(() => watchCards(() => setLost(true)), []);
  useEffect(
    () =>
      takeCards((number) => {
        setLost(false);
        onCard(number);
      }),
    [onCard],
  );
  const [last, ...others] = ticked;
  const before = undone ? ticked : others;
  return (
    <div className={classes.last}>
      <div role="status">
        {!undone && !last && <p className={classes.note}>{t('rollCall.how')}</p>}
        {undone ? (
          <p className={classes.note} data-look="waiting">
            {t('rollCall.undone', { who: nameOf(undone.child) })}
          </p>
        ) : (
          last && <Tick of={last} onTakeBack={onTakeBack} />
        )}
      </div>
      <div role="alert">
        {lost && (
          <p className={classes.note} data-look="waiting">
            <strong>{ui('card.title')}</strong> {ui('card.unclear')}
          </p>
        )}
      </div>
      <details className={classes.before}>
        <summary>
          {t('rollCall.before')} · {before.length}
        </summary>
        {before.map((one) => (
          <Tick key={one.key} of={one} onTakeBack={onTakeBack} />
        ))}
      </details>
    </div>
  );
}

function Tick({ of, onTakeBack }: { of: Ticked; onTakeBack: (ticked: Ticked) => void }) {
  const { t } = useTranslation('desk');
  const who = nameOf(of.child);
  return (
    <div className={`${classes.note} ${classes.tick}`} data-look={of.wasMissing ? 'good' : 'waiting'}>
      <span>
        <strong>{who}</strong> {t(of.wasMissing ? 'rollCall.ticked' : 'rollCall.tickedOther')}
      </span>
      <button
        type="button"
        className={classes.press}
        onClick={() => onTakeBack(of)}
        aria-label={t('rollCall.wrongOf', { who })}
      >
        {t('rollCall.wrong')}
      </button>
    </div>
  );
}

function nameOf({ admissionNumber, names, className }: Child): string {
  return [names, className, admissionNumber].filter(Boolean).join(' · ');
}

/** Holds this marshal's ticks by hand on this page, newest first, and the tick that was taken back last. */
export function useHandTicks() {
  const [state, setState] = useState<{ readonly ticked: readonly Ticked[]; readonly undone: Ticked | null }>({
    ticked: [],
    undone: null,
  });
  return {
    ...state,
    add: (one: Ticked) => setState(({ ticked }) => ({ ticked: [one, ...ticked].slice(0, KEPT), undone: null })),
    drop: (one: Ticked) =>
      setState(({ ticked }) => ({ ticked: ticked.filter(({ key }) => key !== one.key), undone: one })),
  };
}
