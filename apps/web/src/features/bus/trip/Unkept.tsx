import { useEffect } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';

/** Makes the browser ask before a page is closed that alone knows of a press. */
export function useUnkept(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    const warn = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isHeld]);
}

/** Text of the storage note, shown where the note's own chunk cannot be loaded. */
export function StorageWords() {
  const { t } = useTranslation('school');
  return (
    <p role="alert">
      {t('storage.title')} {t('storage.text')}
    </p>
  );
}
