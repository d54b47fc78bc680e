import { menuTracking } from '@mfuko/contract/canteen';
import { useTranslation } from '../../lib/i18n.ts';
import { LinkButton } from '../../ui/links.tsx';
import { Money } from '../../ui/Money.tsx';
import { Recent } from '../../ui/Recent.tsx';

/** List of one student's last portions from the canteen. */
export function StudentMeals({ admissionNumber }: { admissionNumber: string }) {
  const { t } = useTranslation('canteen');
  return (
    <Recent
      title={t('of.title')}
      endpoint={menuTracking}
      input={{ admissionNumber }}
      rowId={(row) => row.sysid}
      line={(row) => ({
        what: row.menuItem,
        moment: row.date,
        detail: row.reversed ? t('tracking.reversed') : row.servedBy,
        end: <Money value={row.amount} />,
      })}
      empty={t('of.empty')}
      actions={
        <LinkButton to="/app/report.menu" search={{ search: admissionNumber }} variant="subtle" size="sm">
          {t('of.all')}
        </LinkButton>
      }
    />
  );
}
