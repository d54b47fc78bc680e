import { tickByTouch, undoTickTouch } from '@mfuko/contract/roll-calls';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { call } from '../../../lib/request.ts';
import { useScanner } from '../../../lib/scanner/useScanner.ts';
import { clock } from '../refusals.ts';
import classes from './FingerTicks.module.css';
import type { GateParts } from './gate-parts.ts';
import type { Child } from './roll-call.ts';
import { createTouches, type Touch } from './touches.ts';
import { useTouchMessage } from './useTouchMessage.ts';

export interface FingerTicksProps {
  /** Server's id of the roll call. */
  readonly sysid: string;
  readonly away: boolean;
  /** Reports the server's record: the time of the tick, or null where the tick was taken back. */
  readonly onKnown: (child: Child, at: string | null) => void;
  readonly onTick: (admissionNumber: string) => void;
  readonly gate: GateParts;
}

const ANSWER_WITHIN_MS = 8_000;

/** Ticks by finger, where the school allows a finger alone. The banner names the ticked child, and one press takes the tick back. */
export function FingerTicks({ sysid, away, onKnown, onTick, gate }: FingerTicksProps) {
  const { t } = useTranslation('touch');
  const scanner = useScanner({ enabled: !away });
  const inUse = useRef(scanner);
  inUse.current = scanner;
  const known = useRef(onKnown);
  known.current = onKnown;
  const touches = useMemo(
    () =>
      createTouches({
        send: (picture, idempotencyKey) => {
          const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
          return call(tickByTouch, { sysid, ...picture }, { idempotencyKey, overlay: false, signal });
        },
        undo: (key) => {
          const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
          return call(undoTickTouch, { sysid, key }, { overlay: false, signal });
        },
        onKnown: (child, at) => known.current(child, at),
        onFingerTaken: () => inUse.current.flush(),
        play: gate.play,
      }),
    [sysid, gate],
  );
  useEffect(() => () => touches.end(), [touches]);
  const { template } = scanner.state;
  useEffect(() => touches.finger(template), [touches, template]);
  const message = useTouchMessage(gate, touches, scanner, onTick);
  const news = touches.news.use();
  const shown = news && 'touch' in news ? news.touch.key : null;
  const before = touches.taken.use().filter(({ key }) => key !== shown);
  // Offline, marshals tick by hand; the result of the last finger stays readable.
  if (away && !news) return null;
  if (!scanner.open && !news && scanner.state.status !== 'busy') {
    return (
      <div className={`${classes.hint} ${classes.ticks}`}>
        <p>{t('none')}</p>
        {message.action && (
          <button type="button" onClick={message.action.run}>
            {message.action.label}
          </button>
        )}
      </div>
    );
  }
  return (
    <div className={classes.ticks}>
      <gate.Banner message={message} />
      {before.length > 0 && <Before of={before} onUndo={(touch) => void touches.takeBack(touch)} />}
    </div>
  );
}

function Before({ of, onUndo }: { of: readonly Touch[]; onUndo: (touch: Touch) => void }) {
  const { t } = useTranslation('touch');
  return (
    <section aria-label={t('before')}>
      <ul className={classes.before}>
        {of.map((touch) => (
          <li key={touch.key}>
            {`${clock(touch.at)} · ${touch.names} · ${touch.className}`}
            <button type="button" onClick={() => onUndo(touch)}>
              {t('wrong')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
