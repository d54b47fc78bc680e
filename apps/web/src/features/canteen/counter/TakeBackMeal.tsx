import { takeBackMeal } from '@mfuko/contract/canteen';
import { takeBackSale } from '@mfuko/contract/canteen-sales';
import { useEffect, useState } from 'react';
import { formatMoney } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { describe } from '../../../lib/problems.ts';
import { useMoneyRecord } from '../../../school/attempts/useMoneyRecord.ts';
import desk from '../../../school/desk/desk.module.css';
import type { Handed } from './handed.ts';

/** Time for which the button is shown: the server allows a minute, and a press in its last seconds would arrive too late. */
const SHOWN_MS = 55_000;

/** Takes a portion or a whole sale back after a mistake of the cook, while the student is still at the counter. */
export function TakeBackMeal({ meal, onBack }: { meal: Handed; onBack: (told: string) => void }) {
  const { t } = useTranslation('canteen');
  const [over, setOver] = useState(false);
  const [failed, setFailed] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  const tell = (names: string, item: string, balance: number) =>
    onBack(t('takeBack.done', { names, item, balance: formatMoney(balance) }));
  const onError = (error: unknown) => {
    const { title, message } = describe(error);
    setFailed(message || title);
  };
  const portion = useMoneyRecord(takeBackMeal, {
    onDone: ({ studentName, menuItem, balance }) => tell(studentName, menuItem, balance),
    onError,
  });
  const sale = useMoneyRecord(takeBackSale, {
    onDone: ({ studentName, menuItems, balance }) => tell(studentName, menuItems.join(', '), balance),
    onError,
  });
  const back = meal.isSale ? sale : portion;
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
