import { type PlatesForecast, platesForecast } from '@mfuko/contract/canteen-plates';
import { useId } from 'react';
import { formatCount, formatDay } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { describe } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';
import classes from './Plates.module.css';

/** Forecast of tomorrow's plates by meal window and item, with its accuracy. */
export function Tomorrow() {
  const { t } = useTranslation('plates');
  const heading = useId();
  const { data, isError, error } = useCall(platesForecast, {});
  return (
    <section aria-labelledby={heading} className={classes.part}>
      <h2 id={heading}>{data ? t('tomorrow.titleOf', { day: formatDay(data.day) }) : t('tomorrow.title')}</h2>
      {data ? (
        <>
          <p>{data.plates.length === 0 ? t('tomorrow.none') : t('tomorrow.from', { count: data.weeks })}</p>
          {data.plates.length > 0 && <Pots plates={data.plates} />}
        </>
      ) : (
        <p role="status">{isError ? describe(error).message : t('loading')}</p>
      )}
    </section>
  );
}

function Pots({ plates }: Pick<PlatesForecast, 'plates'>) {
  const { t } = useTranslation('plates');
  const inWindows = plates.some(({ window }) => window !== null);
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('tomorrow.item')}</th>
          {inWindows && <th scope="col">{t('tomorrow.window')}</th>}
          <th scope="col">{t('tomorrow.plates')}</th>
          <th scope="col">{t('tomorrow.range')}</th>
          <th scope="col">{t('tomorrow.sure')}</th>
        </tr>
      </thead>
      <tbody>
        {plates.map((row) => (
          <tr key={`${row.window ?? ''} ${row.menuItemSYSID}`}>
            <th scope="row">{row.menuItem}</th>
            {inWindows && <td>{row.window ?? '–'}</td>}
            <td>
              <strong>{formatCount(row.plates)}</strong>
            </td>
            <td>
              {formatCount(row.least)}–{formatCount(row.most)}
            </td>
            <td>{t(`sure.${row.sure}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
