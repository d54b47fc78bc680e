import { IconFingerprint } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { pictureSource } from '../../lib/scanner/messages.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { useScannerText } from '../scanner-text.ts';
import classes from './counter.module.css';
import desk from './desk.module.css';

/** Styles of the reader's states; states not listed here are neutral. */
const LOOKS: Readonly<Record<string, 'good' | 'waiting' | 'bad'>> = {
  connected: 'good',
  touch: 'good',
  scanned: 'good',
  warning: 'waiting',
  busy: 'waiting',
  blocked: 'bad',
  disconnected: 'bad',
  error: 'bad',
  unpaired: 'bad',
  closed: 'bad',
};

/** Reader of this device: its state, and the finger that it has scanned. */
export function FingerField({ scanner: { state, open, ...scanner } }: { scanner: ScannerInUse }) {
  const { t } = useTranslation('school');
  const text = useScannerText(state, true);
  const look = LOOKS[state.advice ? 'warning' : state.status];
  const asks = state.status === 'needs-permission' || state.status === 'blocked';
  return (
    <div className={classes.card}>
      <div
        className={desk.note}
        data-look={look}
        data-scanner={state.status}
        role={look === 'bad' || look === 'waiting' ? 'alert' : 'status'}
      >
        <strong>{text}</strong>
        {state.status === 'info' && <p>{t('scanner.connected')}</p>}
        {state.retryIn !== null && (
          <p>
            {state.status !== 'busy' && state.text && `${state.text}. `}
            {t('scanner.retrying', { count: state.retryIn })}
          </p>
        )}
      </div>
      <div className={classes.reader}>
        <div className={classes.finger} data-scanned={state.template ? true : undefined}>
          {state.template ? (
            <img src={pictureSource(state.template)} alt={t('scanner.previewAlt')} />
          ) : (
            <IconFingerprint size={48} stroke={1} role="img" aria-label={t('scanner.noPreview')} />
          )}
        </div>
        {open ? (
          <>
            <button type="button" className={desk.press} onClick={scanner.capture}>
              {t('scanner.get')}
            </button>
            <button type="button" className={desk.press} onClick={scanner.disconnect}>
              {t('scanner.disconnect')}
            </button>
          </>
        ) : (
          <button type="button" className={desk.press} onClick={scanner.connect}>
            {t(asks ? 'scanner.allow' : 'scanner.connect')}
          </button>
        )}
      </div>
    </div>
  );
}
