import { VisuallyHidden } from '@mantine/core';
import type { checkHours } from '@mfuko/contract/campus';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import classes from './HoursChart.module.css';

type Hour = AnswerOf<typeof checkHours>['hours'][number];

/** The hours of a school day, which are shown though nobody came yet. */
const FIRST = 6;
const LAST = 18;

/** Ins and outs by the hour: as bars, and as a table for whoever cannot see them. */
export function HoursChart({ hours }: { hours: readonly Hour[] }) {
  const { t } = useTranslation('campus');
  const busy = hours.filter(({ ins, outs }) => ins + outs > 0).map(({ hour }) => hour);
  const from = Math.min(FIRST, ...busy);
  const to = Math.max(LAST, ...busy);
  const shown = hours.filter(({ hour }) => hour >= from && hour <= to);
  const most = Math.max(1, ...shown.flatMap(({ ins, outs }) => [ins, outs]));
  const height = (count: number) => ({ height: `${(count / most) * 100}%` });
  return (
    <figure className={classes.figure}>
      <ul className={classes.legend} aria-hidden>
        <li>
          <span className={`${classes.swatch} ${classes.in}`} />
          {t('hours.ins')}
        </li>
        <li>
          <span className={`${classes.swatch} ${classes.out}`} />
          {t('hours.outs')}
        </li>
        <li>{t('hours.most', { count: most, shown: formatCount(most) })}</li>
      </ul>
      <div className={classes.bars} aria-hidden>
        {shown.map(({ hour, ins, outs }) => (
          <div key={hour} className={classes.hour} title={t('hours.title', { hour: clock(hour), ins, outs })}>
            <div className={classes.pair}>
              <span className={`${classes.bar} ${classes.in}`} style={height(ins)} />
              <span className={`${classes.bar} ${classes.out}`} style={height(outs)} />
            </div>
            <span className={classes.name}>{String(hour).padStart(2, '0')}</span>
          </div>
        ))}
      </div>
      <VisuallyHidden>
        <table>
          <caption>{t('hours.heading')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('hours.hour')}</th>
              <th scope="col">{t('hours.ins')}</th>
              <th scope="col">{t('hours.outs')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ hour, ins, outs }) => (
              <tr key={hour}>
                <th scope="row">{clock(hour)}</th>
                <td>{ins}</td>
                <td>{outs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
