import { Button } from '@mantine/core';
import { menuTracking } from '@mfuko/contract/canteen';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Money } from '../../ui/Money.tsx';
import { Recent } from '../../ui/Recent.tsx';

/** What one student had last in the canteen. */
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
        <Button
          variant="subtle"
          size="sm"
          renderRoot={(props) => (
            <Link to="/app/report.menu" search={{ search: admissionNumber } as never} {...props} />
          )}
        >
          {t('of.all')}
        </Button>
      }
    />
  );
}
