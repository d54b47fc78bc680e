import { takeBackMeal } from '@mfuko/contract/canteen';
import { takeBackSale } from '@mfuko/contract/canteen-sales';
import { useEffect, useState } from 'react';
import { formatMoney } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { describe } from '../../../lib/problems.ts';
import { useMoneyRecord } from '../../../school/attempts/useMoneyRecord.ts';
import desk from '../../../school/desk/desk.module.css';
import type { Handed } from './handed.ts';

/** The server allows a minute; a press in its last seconds would come too late. */
const SHOWN_MS = 55_000;

/** A slip of the cook: the portion, or the whole sale, goes back while the student still stands there. */
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
