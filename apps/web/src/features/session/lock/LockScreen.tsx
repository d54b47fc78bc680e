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

/** Locked desk: shows the last user, asks for the PIN and offers the sign-in. The desk behind is inert. */
export function LockScreen({ why, onUnlocked, onSignIn }: LockScreenProps) {
  const { t } = useTranslation('unlock');
  const [desks, setDesks] = useState<readonly StaffDesk[]>();
  const [chosen, choose] = useState<string | null>(null);
  const [away, setAway] = useState(false);
  const waiting = outbox.waiting.use();
  // Counts the waiting events; without a session the outbox sends nothing.
  useEffect(() => outbox.start(), []);
  useEffect(() => {
    // A browser without storage has no users.
    desksHere().then(setDesks, () => setDesks([]));
  }, []);
  const desk = desks?.find(({ me }) => me.userName === chosen) ?? desks?.[0];
  /** Opens the sign-in screen if the server can be reached: the screen belongs to the console, which is not cached for offline use. */
  async function signIn(): Promise<void> {
    // Only reachability matters, not the response.
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
