import { useEffect } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';

/** The browser asks before a page goes that alone knows of a press. */
export function useUnkept(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    const warn = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isHeld]);
}

/** The words of the note alone, where it cannot be had. */
export function StorageWords() {
  const { t } = useTranslation('school');
  return (
    <p role="alert">
      {t('storage.title')} {t('storage.text')}
    </p>
  );
}
