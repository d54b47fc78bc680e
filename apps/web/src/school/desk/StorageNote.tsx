import { useTranslation } from '../../lib/i18n.ts';
import { storageFails } from '../offline/storage-state.ts';
import desk from './desk.module.css';

/** Says on a desk that this device keeps nothing of what is under way. An alert that comes with its text is read out, also where the desk fetches it only then. */
export function StorageNote() {
  const { t } = useTranslation('school');
  if (!storageFails.use()) return null;
  return (
    <p className={desk.note} data-look="bad" role="alert">
      <strong>{t('storage.title')}</strong> {t('storage.text')}
    </p>
  );
}
