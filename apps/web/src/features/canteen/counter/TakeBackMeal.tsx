import { type Meal, takeBackMeal } from '@mfuko/contract/canteen';
import { useEffect, useState } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { describe } from '../../../lib/problems.ts';
import { useMoneyRecord } from '../../../school/attempts/useMoneyRecord.ts';
import desk from '../../../school/desk/desk.module.css';

/** The server allows a minute; a press in its last seconds would come too late. */
const SHOWN_MS = 55_000;

/** A slip of the cook: the portion goes back while the student still stands there. */
export function TakeBackMeal({ meal, onBack }: { meal: Meal; onBack: (told: string) => void }) {
  const { t } = useTranslation('canteen');
  const [over, setOver] = useState(false);
  const [failed, setFailed] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  const back = useMoneyRecord(takeBackMeal, {
    onDone: ({ studentName, menuItem, balance }) =>
      onBack(t('takeBack.done', { names: studentName, item: menuItem, balance: formatAmount(balance) })),
    onError: (error) => {
      const { title, message } = describe(error);
      setFailed(message || title);
    },
  });
  if (over && !back.isPending) return null;
  return (
    <div>
      <button
        type="button"
        className={desk.press}
        disabled={back.isPending}
        aria-label={t('takeBack.of', { names: meal.studentName })}
        onClick={() => back.mutate({ sysid: meal.sysid })}
      >
        {t('takeBack.button')}
      </button>
      <p role="alert">{failed}</p>
    </div>
  );
}
