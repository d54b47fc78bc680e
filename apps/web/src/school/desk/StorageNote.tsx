import { useTranslation } from '../../lib/i18n.ts';
import { storageFails } from '../offline/storage-state.ts';
import desk from './desk.module.css';

/**
 * Note on a desk that this device cannot store pending requests. An alert that is inserted together with its text is announced, even if the
 * desk loads it late.
 */
export function StorageNote() {
  const { t } = useTranslation('school');
  if (!storageFails.use()) return null;
  return (
    <p className={desk.note} data-look="bad" role="alert">
      <strong>{t('storage.title')}</strong> {t('storage.text')}
    </p>
  );
}
