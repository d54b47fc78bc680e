import { Paper, Title } from '@mantine/core';
import type { Meal } from '@mfuko/contract/canteen';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Money } from '../../ui/Money.tsx';

/** Who was served last, what is left for the day and in the wallet. */
export function Served({ meal }: { meal: Meal | null }) {
  const { t } = useTranslation('canteen');
  return (
    <div role="status">
      {meal && (
        <Paper withBorder p="md">
          <Title order={3} mb="sm">
            {t('served.title')}
          </Title>
          <Facts
            facts={[
              [t('served.student'), `${meal.studentName} (${meal.admissionNumber})`],
              [t('served.item'), meal.menuItem],
              [t('served.remaining'), formatCount(meal.remaining)],
              [t('served.amount'), <Money key="amount" value={meal.amount} />],
              [t('served.balance'), <Money key="balance" value={meal.balance} fw={600} />],
            ]}
          />
        </Paper>
      )}
    </div>
  );
}
