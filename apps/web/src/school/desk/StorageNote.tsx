import { useTranslation } from '../../lib/i18n.ts';
import { storageFails } from '../offline/storage-state.ts';
import desk from './desk.module.css';

/** Says on a desk that this device keeps nothing of what is under way. Always there, so that it is read out as it comes. */
export function StorageNote() {
  const { t } = useTranslation('school');
  const fails = storageFails.use();
  return (
    <div role="alert">
      {fails && (
        <p className={desk.note} data-look="bad">
          <strong>{t('storage.title')}</strong> {t('storage.text')}
        </p>
      )}
    </div>
  );
}
