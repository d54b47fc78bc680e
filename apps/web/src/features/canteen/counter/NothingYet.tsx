import { useTranslation } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session.ts';

/** Shown while the menu is empty: a user with the right may add the first item; other users read whom to ask. */
export function NothingYet() {
  const { t } = useTranslation('canteen');
  if (useSession()?.role === 'CheckAgent') return `${t('list.empty')}. ${t('consume.askOffice')}`;
  return (
    <>
      {t('list.empty')}. <a href="/app/school.add.menu">{t('add.title')}</a>
    </>
  );
}
