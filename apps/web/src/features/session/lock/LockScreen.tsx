import { useEffect, useState } from 'react';
import type { LockReason } from '../../../lib/desk-lock.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { desksHere, isWhole, type StaffDesk } from '../../../school/unlock/desks.ts';
import { FullPageDialog } from './FullPageDialog.tsx';
import classes from './LockScreen.module.css';
import { type Opened, PinForm } from './PinForm.tsx';

interface LockScreenProps {
  readonly why: LockReason;
  readonly onUnlocked: (desk: StaffDesk, how: Opened) => void;
  readonly onSignIn: () => void;
}

/** A locked desk: who was here last, their PIN, and the way to a sign-in. The desk itself is out of reach behind it. */
export function LockScreen({ why, onUnlocked, onSignIn }: LockScreenProps) {
  const { t } = useTranslation('unlock');
  const [desks, setDesks] = useState<readonly StaffDesk[]>();
  const [chosen, choose] = useState<string | null>(null);
  const [away, setAway] = useState(false);
  const waiting = outbox.waiting.use();
  // Counts what waits; without a session nothing is sent.
  useEffect(() => outbox.start(), []);
  useEffect(() => {
    // A browser that keeps nothing knows nobody.
    desksHere().then(setDesks, () => setDesks([]));
  }, []);
  const desk = desks?.find(({ me }) => me.userName === chosen) ?? desks?.[0];
  /** The sign-in screen belongs to the console, which no browser opens without a network. */
  async function signIn(): Promise<void> {
    // The answer alone is of interest.
    const isThere = await fetch('/api/auth/config').then(
      () => true,
      () => false,
    );
    setAway(!isThere);
    if (isThere) onSignIn();
  }
  return (
    <FullPageDialog title={t('title')} school={desk?.me.school?.shortName ?? null}>
      {desks !== undefined && (
        <>
          <p className={classes.text}>{desk ? t(`why.${why}`) : t('nobody')}</p>
          {desks.length > 1 && (
            <fieldset className={classes.people}>
              <legend className={classes.label}>{t('who')}</legend>
              {desks.map(({ me }) => (
                <label key={me.userName} className={classes.person}>
                  <input
                    type="radio"
                    name="person"
                    checked={me.userName === desk?.me.userName}
                    onChange={() => choose(me.userName)}
                  />
                  {me.names}
                </label>
              ))}
            </fieldset>
          )}
          {desk && !isWhole(desk) && <p className={classes.note}>{t('old')}</p>}
          {desk && <PinForm key={desk.me.userName} desk={desk} onUnlocked={onUnlocked} />}
          {waiting > 0 && <p className={classes.dim}>{t('waiting', { count: waiting })}</p>}
          <p className={classes.error} role="alert">
            {away && t('codeAway')}
          </p>
          <button type="button" className={classes.quiet} onClick={() => void signIn()}>
            {t(desk ? 'other' : 'code')}
          </button>
        </>
      )}
    </FullPageDialog>
  );
}
