import { type MealsToday, mealsToday, notYetEaten } from '@mfuko/contract/canteen-plates';
import { useId, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { describe } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';
import classes from './Plates.module.css';
import { Tomorrow } from './Tomorrow.tsx';

const ASK_EVERY_MS = 60_000;
const MAX_NAMES = 100;

interface PlatesProps {
  /** True for the office, which sees names; the cook sees numbers only. */
  readonly names: boolean;
}

/** Plates: who has not eaten yet, by class, and the number of plates for tomorrow. Shown to the office and on the counter's menu. */
export function Plates({ names }: PlatesProps) {
  // Loads the texts of the children before they render.
  useTranslation('plates');
  return (
    <div className={classes.halves}>
      <NotYet names={names} />
      <Tomorrow />
    </div>
  );
}

function NotYet({ names }: PlatesProps) {
  const { t } = useTranslation('plates');
  const heading = useId();
  const [shown, setShown] = useState<string | null>(null);
  const { data, isError, error } = useCall(mealsToday, {}, { refetchInterval: ASK_EVERY_MS });
  return (
    <section aria-labelledby={heading} className={classes.part}>
      <h2 id={heading}>{data?.window ? t('notYet.titleAt', { window: data.window }) : t('notYet.title')}</h2>
      {data ? (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('notYet.class')}</th>
              <th scope="col">{t('notYet.left')}</th>
              <th scope="col">{t('notYet.away')}</th>
              <th scope="col">{t('notYet.of')}</th>
            </tr>
          </thead>
          <tbody>
            {data.classes.map((row) => (
              <tr key={row.classSYSID}>
                <th scope="row">
                  {names && row.students > row.eaten ? (
                    <button
                      type="button"
                      aria-expanded={shown === row.classSYSID}
                      onClick={() => setShown(shown === row.classSYSID ? null : row.classSYSID)}
                    >
                      {row.class}
                    </button>
                  ) : (
                    row.class
                  )}
                  {shown === row.classSYSID && <Names row={row} />}
                </th>
                <td>{formatCount(leftOf(row))}</td>
                <td>{formatCount(row.away)}</td>
                <td>{formatCount(row.students)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('notYet.all')}</th>
              <td>{formatCount(sum(data, leftOf))}</td>
              <td>{formatCount(sum(data, ({ away }) => away))}</td>
              <td>{formatCount(sum(data, ({ students }) => students))}</td>
            </tr>
          </tfoot>
        </table>
      ) : (
        <p role="status">{isError ? describe(error).message : t('loading')}</p>
      )}
    </section>
  );
}

function sum({ classes: rows }: MealsToday, of: (row: MealsToday['classes'][number]) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}

type Row = MealsToday['classes'][number];

/** Returns the number of students of a class who are in school and have not eaten. */
const leftOf = ({ students, eaten, away }: Row) => students - eaten - away;

/** Lists the students of a class who have not eaten, and separately the students who are not in school. */
function Names({ row: { classSYSID, ...row } }: { row: Row }) {
  const { t } = useTranslation('plates');
  return (
    <>
      {leftOf({ classSYSID, ...row }) > 0 && <NamesOf classSYSID={classSYSID} away={false} />}
      {row.away > 0 && (
        <>
          <p>{t('notYet.awayNames')}</p>
          <NamesOf classSYSID={classSYSID} away />
        </>
      )}
    </>
  );
}

function NamesOf({ classSYSID, away }: { classSYSID: string; away: boolean }) {
  const { t } = useTranslation('plates');
  const { data } = useCall(notYetEaten, { classSYSID, away, sort: 'names', page: 1, pageSize: MAX_NAMES });
  if (!data) return <p role="status">{t('loading')}</p>;
  return (
    <ul>
      {data.rows.map(({ sysid, names, admissionNumber }) => (
        <li key={sysid}>
          {names} ({admissionNumber})
        </li>
      ))}
    </ul>
  );
}
