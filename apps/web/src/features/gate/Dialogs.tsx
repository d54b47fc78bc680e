import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { shownOf } from './ahead.ts';
import classes from './Dialogs.module.css';
import { holdKeys } from './hold-keys.ts';
import type { Lane } from './lane.ts';
import type { Line } from './queue.ts';
import { useRefusalText } from './refusals.ts';
import { focusEntry } from './useGate.ts';

const LONGEST_REASON = 200;
/** Lane whose next student is typed while a question stands. */
export const LaneBehind = createContext<Lane | null>(null);

/**
 * The browser's own dialog: it holds the focus, Esc closes it, and the rest of the page is out of reach. An Enter that was meant for the next
 * child answers nothing: no button has the focus until a hand goes there, and none takes a press before it has stood for a moment (gate.css).
 * A number that is typed on is the next child's, and stands in its field afterwards.
 */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const lane = useContext(LaneBehind);
  useEffect(() => {
    dialog.current?.showModal();
    (dialog.current?.querySelector('input') ?? dialog.current)?.focus();
    const stop = dialog.current && lane ? holdKeys(dialog.current, lane) : undefined;
    return () => {
      // The field that is typed into afterwards has the focus after this.
      focusEntry();
      stop?.();
    };
  }, [lane]);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      tabIndex={-1}
      data-asks
      aria-labelledby="dialog-title"
      onClose={onClose}
    >
      <h2 id="dialog-title" className={classes.title}>
        {title}
      </h2>
      {children}
      {lane && <NextTyped lane={lane} />}
    </dialog>
  );
}

/** Number that is held for the next student; its place is there from the beginning, so that nothing moves under a finger. */
function NextTyped({ lane }: { lane: Lane }) {
  const { t } = useTranslation('gate');
  const { ahead } = lane.entry.use();
  const { digits, lost } = ahead;
  return (
    <p className={classes.ahead} role="status">
      {digits !== '' && t('ahead.next', { number: shownOf(ahead) })} {lost && t('ahead.untaken')}
    </p>
  );
}

/** Lets a student pass against the state, for a reason that is kept. */
export function OverrideDialog({ line, lane, onClose }: { line: Line; lane: Lane; onClose: () => void }) {
  const { t } = useTranslation('gate');
  const refusal = useRefusalText()(line);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [full, setFull] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const suggestion = t(line.kind === 'in' ? 'override.unseenOut' : 'override.unseenIn');
  function send(event: FormEvent): void {
    event.preventDefault();
    // The next student's number is no reason.
    if (!/\p{L}/u.test(reason)) {
      setMissing(true);
      field.current?.focus();
      return;
    }
    if (lane.override(line.key, reason.trim())) onClose();
    else setFull(true);
  }
  return (
    <Dialog title={t(`override.title.${line.kind}`)} onClose={onClose}>
      <form onSubmit={send} noValidate>
        <p className={classes.refusal}>{refusal.title}</p>
        <p className={classes.text}>
          {t('override.text', { who: line.names ? `${line.admissionNumber} ${line.names}` : line.admissionNumber })}
        </p>
        <label className={classes.label} htmlFor="reason">
          {t('override.reason')}
        </label>
        <input
          ref={field}
          id="reason"
          className={classes.input}
          value={reason}
          maxLength={LONGEST_REASON}
          onChange={(event) => {
            setReason(event.target.value);
            setMissing(false);
          }}
          aria-required
          aria-invalid={missing}
          aria-describedby={missing ? 'reason-missing' : undefined}
          autoComplete="off"
        />
        {missing && (
          <p id="reason-missing" className={classes.missing} role="alert">
            {t('override.required')}
          </p>
        )}
        {full && (
          <p className={classes.missing} role="alert">
            {t('override.notNow')}
          </p>
        )}
        {line.refusal?.problem !== 'exeat.required' && (
          <button type="button" className={classes.suggestion} onClick={() => setReason(suggestion)}>
            {suggestion}
          </button>
        )}
        <div className={classes.buttons}>
          <button type="button" className={classes.quiet} onClick={onClose}>
            {t('override.cancel')}
          </button>
          <button type="submit" className={classes.strong}>
            {t('override.confirm')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface LeavingProps {
  readonly asked: number;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Says what becomes of those who lie on this device, sent or not recorded as out, before somebody logs out. */
export function UnsentDialog({ kept, ...rest }: LeavingProps & { kept: number }) {
  const { t } = useTranslation('gate');
  const { asked } = rest;
  const title = kept > 0 ? t('leaveKept.title', { count: kept }) : t('unanswered.title', { count: asked });
  return <LeavingDialog {...rest} title={title} text={kept > 0 ? t('leaveKept.text') : null} go={t('leaveKept.go')} />;
}

/** Asks before somebody logs out while students have no answer yet. */
export function LeaveDialog({ open, ...rest }: LeavingProps & { open: number }) {
  const { t } = useTranslation('gate');
  return (
    <LeavingDialog {...rest} title={t('leave.title', { count: open })} text={t('leave.text')} go={t('leave.go')} />
  );
}

interface LeavingDialogProps extends LeavingProps {
  readonly title: string;
  /** Null where the title is of those who were asked about alone. */
  readonly text: string | null;
  readonly go: string;
}

function LeavingDialog({ title, text, go, asked, onStay, onLeave }: LeavingDialogProps) {
  const { t } = useTranslation('gate');
  return (
    <Dialog title={title} onClose={onStay}>
      {text && <p className={classes.text}>{text}</p>}
      {asked > 0 && (
        <p className={classes.text}>
          {text && <strong>{t('unanswered.title', { count: asked })}. </strong>}
          {t('unanswered.leaving')}
        </p>
      )}
      <div className={classes.buttons}>
        <button type="button" className={classes.quiet} onClick={onLeave}>
          {go}
        </button>
        <button type="button" className={classes.strong} onClick={onStay}>
          {t('leave.stay')}
        </button>
      </div>
    </Dialog>
  );
}
