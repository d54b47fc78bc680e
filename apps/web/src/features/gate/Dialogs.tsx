import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import classes from './Dialogs.module.css';
import { holdKeys } from './hold-keys.ts';
import { shownOf } from './lane/ahead.ts';
import type { Lane } from './lane/lane.ts';
import type { Line } from './queue/line.ts';
import { useRefusalText } from './refusals.ts';
import { focusEntry } from './useGate.ts';

const MAX_REASON_LENGTH = 200;
/** Lane that holds the keys of the next student while a dialog is open. */
export const LaneBehind = createContext<Lane | null>(null);

/**
 * Modal dialog of the browser: it keeps the focus, Esc closes it, and the rest of the page is inert. An Enter meant for the next child
 * answers nothing: no button has the focus until the guard moves it there, and buttons ignore presses during the first moment (gate.css). A
 * number that is typed while the dialog is open is held for the next child and appears in the number field afterwards.
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

/** Number that is held for the next student. Its space is reserved from the start, so that no button moves under the guard's finger. */
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

/** Records a passage that contradicts the student's state, with a reason that is stored. */
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
    // The next student's number, typed by mistake, is not accepted as a reason.
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
          maxLength={MAX_REASON_LENGTH}
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

/** Warns before signing out that events on this device were not sent or not recorded as out. */
export function UnsentDialog({ kept, ...rest }: LeavingProps & { kept: number }) {
  const { t } = useTranslation('gate');
  const { asked } = rest;
  const title = kept > 0 ? t('leaveKept.title', { count: kept }) : t('unanswered.title', { count: asked });
  return <LeavingDialog {...rest} title={title} text={kept > 0 ? t('leaveKept.text') : null} go={t('leaveKept.go')} />;
}

/** Warns before signing out while students have no answer yet. */
export function LeaveDialog({ open, ...rest }: LeavingProps & { open: number }) {
  const { t } = useTranslation('gate');
  return (
    <LeavingDialog {...rest} title={t('leave.title', { count: open })} text={t('leave.text')} go={t('leave.go')} />
  );
}

interface LeavingDialogProps extends LeavingProps {
  readonly title: string;
  /** Null where the title says it all: only questions about collectors are open. */
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
