import { useTranslation } from '../../lib/i18n.ts';
import { Dialog } from './Dialogs.tsx';
import classes from './KeysDialog.module.css';

/** Keys as this dialog lists them; `useKeys` binds them. */
const KEYS = [
  ['0–9', 'digits'],
  ['Enter', 'enter'],
  ['Esc', 'clear'],
  ['F2', 'kind'],
  ['F3', 'by'],
  ['?', 'help'],
] as const;

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('gate');
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl className={classes.keys}>
        {KEYS.map(([key, deed]) => (
          <div key={key} className={classes.line}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`keys.${deed}`)}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>{t('keys.card')}</p>
      <button type="button" className={classes.close} onClick={onClose}>
        {t('keys.close')}
      </button>
    </Dialog>
  );
}
