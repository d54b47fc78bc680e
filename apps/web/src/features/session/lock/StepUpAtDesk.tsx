import { stepUp } from '@mfuko/contract/second-factor';
import { readRecoveryCode } from '@mfuko/contract/second-factor-codes';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { latePart } from '../../../lib/late-part.ts';
import { CallError, describe } from '../../../lib/problems.ts';
import { call, type Sent } from '../../../lib/request.ts';
import { useSession } from '../../../lib/session.ts';
import type { StepUpAsk } from '../../../lib/step-up.ts';
import classes from '../../../school/desk/counter.module.css';
import desk from '../../../school/desk/desk.module.css';
import { waysOf } from '../step-up-ways.ts';

const PasskeyAtDesk = latePart(() => import('./PasskeyAtDesk.tsx').then((it) => it.PasskeyAtDesk));

/** Input limit: ten characters plus separators that people type. */
const MAX_TYPED_LENGTH = 24;

/**
 * Asks for the second factor while a payment at the lean cash desk waits. The dialog opens by itself, under the keys of a user who types
 * on: until the field has the focus, and again behind the code, digits are held for the next student.
 */
export function StepUpAtDesk({ ask }: { readonly ask: StepUpAsk }) {
  const { t } = useTranslation('session');
  const session = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const { hasFactor, passkey, totp, paidIn } = waysOf(ask.about);
  useEffect(() => {
    dialog.current?.showModal();
    form.current?.focus();
  }, []);
  useEffect(() => {
    if (!session) ask.settle(false);
  }, [session, ask]);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const code = typed.replace(/\s/g, '');
    const recoveryCode = readRecoveryCode(code);
    const proof = /^\d{6}$/.test(code) ? { totp: code } : recoveryCode !== null && { recoveryCode };
    if (proof) void prove(proof);
    else setWrong(t(totp ? 'stepUp.atDeskMissing' : 'factor.recoveryMissing'));
  }
  async function prove(proof: Sent<typeof stepUp>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setWrong('');
    form.current?.focus();
    try {
      await call(stepUp, proof, { overlay: false });
      ask.settle(true);
    } catch (error) {
      setTyped('');
      setBusy(false);
      const isWrong = error instanceof CallError && error.problem === 'profile.wrong-code';
      setWrong(isWrong ? t('stepUp.wrong') : describe(error).message || describe(error).title);
    }
  }
  const cancel = () => ask.settle(false);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-modal="true"
      aria-labelledby="step-up-title"
      onCancel={cancel}
      onClose={cancel}
    >
      {/* Shows no ring, since it is no control. */}
      <form ref={form} tabIndex={-1} style={{ outline: 'none' }} data-keys-ahead onSubmit={submit} noValidate>
        <h2 id="step-up-title">{t('stepUp.title')}</h2>
        <p>{t('stepUp.paidIn', { limit: formatCount(paidIn ?? 0) })}</p>
        <p className={classes.dim}>{t('stepUp.keysAhead')}</p>
        {!hasFactor && (
          <p>
            {t('stepUp.none')}{' '}
            <a href="/app/my.profile" target="_blank" rel="noopener">
              {t('stepUp.setUp')}
            </a>
          </p>
        )}
        {passkey && (
          <PasskeyAtDesk onProof={(proof) => void prove({ passkey: proof })} onRefused={setWrong} busy={busy} />
        )}
        <label className={desk.label} htmlFor="step-up-code">
          {t(totp ? 'stepUp.atDesk' : 'factor.recoveryLabel')}
        </label>
        <input
          id="step-up-code"
          className={classes.input}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value.slice(0, MAX_TYPED_LENGTH));
            setWrong('');
          }}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          aria-required
          aria-invalid={wrong !== '' || undefined}
          aria-describedby="step-up-wrong"
        />
        <p id="step-up-wrong" className={classes.wrong} role="alert">
          {wrong}
        </p>
        <div className={desk.form}>
          <button type="button" className={desk.press} onClick={cancel}>
            {t('stepUp.cancel')}
          </button>
          <button type="submit" className={desk.press} data-look="go" disabled={busy}>
            {t('stepUp.act')}
          </button>
        </div>
      </form>
    </dialog>
  );
}
