import { useTranslation } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session.ts';

/** No menu yet: whoever may adds its first item, all others know whom to ask. */
export function NothingYet() {
  const { t } = useTranslation('canteen');
  if (useSession()?.role === 'CheckAgent') return `${t('list.empty')}. ${t('consume.askOffice')}`;
  return (
    <>
      {t('list.empty')}. <a href="/app/school.add.menu">{t('add.title')}</a>
    </>
  );
}
