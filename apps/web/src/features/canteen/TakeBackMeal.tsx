import { Button } from '@mantine/core';
import { type Meal, menuTracking, takeBackMeal } from '@mfuko/contract/canteen';
import { useEffect, useState } from 'react';
import { formatAmount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { showDone, showError } from '../../ui/notify.tsx';

/** The server allows a minute; a press in its last seconds would come too late. */
const SHOWN_MS = 55_000;

/** A slip of the cook: the portion goes back while the student still stands there. */
export function TakeBackMeal({ meal, onBack }: { meal: Meal; onBack: () => void }) {
  const { t } = useTranslation('canteen');
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  const back = useRecord(takeBackMeal, {
    refresh: [menuTracking],
    onDone: ({ studentName, menuItem, balance }) => {
      showDone(t('takeBack.done', { names: studentName, item: menuItem, balance: formatAmount(balance) }));
      onBack();
    },
    onError: showError,
  });
  if (over) return null;
  return (
    <Button
      variant="default"
      size="xs"
      loading={back.isPending}
      aria-label={t('takeBack.of', { names: meal.studentName })}
      onClick={() => back.mutate({ sysid: meal.sysid })}
    >
      {t('takeBack.button')}
    </Button>
  );
}
