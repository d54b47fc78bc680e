import { formatMoney } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/counter.module.css';
import type { Outcome } from './outcome.ts';
import { TakeBackMeal } from './TakeBackMeal.tsx';

interface LatestProps {
  readonly outcomes: readonly Outcome[];
  readonly onTakenBack: (key: number, told: string) => void;
}

/** List of the last students, newest first: who was served, and who was refused and why. */
export function Latest({ outcomes, onTakenBack }: LatestProps) {
  const { t } = useTranslation('canteen');
  return (
    <section className={classes.card} aria-labelledby="latest">
      <h2 id="latest">{t('latest.title')}</h2>
      {outcomes.length === 0 && <p className={classes.dim}>{t('latest.empty')}</p>}
      <ol className={classes.rows}>
        {outcomes.map(({ key, tone, names, admissionNumber, why, meal }) => (
          <li key={key}>
            <div>
              <strong>{names || admissionNumber}</strong>
              <p className={classes.dim}>
                {[admissionNumber, meal ? t('served.balance', { balance: formatMoney(meal.balance) }) : why].join(
                  ' · ',
                )}
              </p>
            </div>
            {tone === 'served' && meal && <TakeBackMeal meal={meal} onBack={(told) => onTakenBack(key, told)} />}
            <span className={classes.badge} data-look={tone}>
              {t(`latest.${tone}`)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
