import { closeRollCall } from '@mfuko/contract/roll-calls';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { describe } from '../../../lib/problems.ts';
import { call } from '../../../lib/request.ts';
import classes from '../../../school/desk/desk.module.css';
import type { RollCall } from './roll-call.ts';

interface EndRollCallProps {
  readonly rollCall: RollCall;
  readonly missing: number;
  readonly away: boolean;
  readonly onEnded: () => Promise<void>;
}

/** Lets the office end a roll call; needs the server, which alone knows who is missing across all devices. */
export function EndRollCall({ rollCall, missing, away, onEnded }: EndRollCallProps) {
  const { t } = useTranslation('desk');
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  async function end(): Promise<void> {
    setBusy(true);
    try {
      await call(closeRollCall, { sysid: rollCall.id }, { overlay: false });
      await onEnded();
    } catch (error) {
      setFailed(describe(error).message);
    } finally {
      setBusy(false);
    }
  }
  if (away || rollCall.local) return <p className={classes.dim}>{t('rollCall.endNeedsNetwork')}</p>;
  if (!asking) {
    return (
      <button type="button" className={classes.press} onClick={() => setAsking(true)}>
        {t('rollCall.end')}
      </button>
    );
  }
  return (
    <section className={classes.note} data-look="waiting" aria-label={t('rollCall.endAsk')}>
      <p>
        <strong>{t('rollCall.endAsk')}</strong>{' '}
        {missing > 0 ? t('rollCall.endMissing', { count: missing, shown: formatCount(missing) }) : t('rollCall.all')}
      </p>
      <div role="alert">{failed && <p>{failed}</p>}</div>
      <div className={classes.form}>
        <button type="button" className={classes.press} data-look="alarm" disabled={busy} onClick={() => void end()}>
          {t('rollCall.end')}
        </button>
        <button type="button" className={classes.press} onClick={() => setAsking(false)}>
          {t('rollCall.no')}
        </button>
      </div>
    </section>
  );
}
