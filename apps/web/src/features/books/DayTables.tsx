import { Text, Title } from '@mantine/core';
import type { BookDay } from '@mfuko/contract/books';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Money } from '../../ui/Money.tsx';
import classes from './Books.module.css';
import { useKindName } from './kind-name.ts';

/** Balances at a day's end and the day's movements, on the screen and on the signed paper. */
export function DayTables({ day }: { day: Pick<BookDay, 'parts' | 'moved' | 'transfers'> }) {
  const { t } = useTranslation('books');
  const kindName = useKindName();
  return (
    <>
      <section aria-labelledby="day-parts">
        <Title order={3} size="h4" id="day-parts">
          {t('day.parts')}
        </Title>
        <table className={classes.parts}>
          <thead>
            <tr>
              <th scope="col">{t('day.part')}</th>
              <th scope="col">{t('day.change')}</th>
              <th scope="col">{t('day.end')}</th>
            </tr>
          </thead>
          <tbody>
            {day.parts.map(({ part, amount, change }) => (
              <tr key={part}>
                <th scope="row">{t(`parts.${part}`)}</th>
                <td>
                  <Money value={change} />
                </td>
                <td>
                  <Money value={amount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section aria-labelledby="day-moved">
        <Title order={3} size="h4" id="day-moved">
          {t('day.moved')}
        </Title>
        {day.moved.length === 0 ? (
          <Text size="sm">{t('day.nothing')}</Text>
        ) : (
          <table className={classes.parts}>
            <thead>
              <tr>
                <th scope="col">{t('day.kind')}</th>
                <th scope="col">{t('day.count')}</th>
                <th scope="col">{t('day.amount')}</th>
              </tr>
            </thead>
            <tbody>
              {day.moved.map(({ kind, count, amount }) => (
                <tr key={kind}>
                  <th scope="row">{kindName(kind)}</th>
                  <td>{formatCount(count)}</td>
                  <td>
                    <Money value={amount} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      {day.transfers.length > 0 && <Slips transfers={day.transfers} />}
    </>
  );
}

/** Bank slips of the day's transfers, to compare with the bank's own statement. */
function Slips({ transfers }: Pick<BookDay, 'transfers'>) {
  const { t } = useTranslation('books');
  return (
    <section aria-labelledby="day-slips">
      <Title order={3} size="h4" id="day-slips">
        {t('transfers.ofDay')}
      </Title>
      <table className={classes.parts}>
        <thead>
          <tr>
            <th scope="col">{t('transfers.reference')}</th>
            <th scope="col">{t('transfers.names')}</th>
            <th scope="col">{t('day.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {transfers.map(({ sysid, way, amount, reference, proposedBy, approvedBy }) => (
            <tr key={sysid}>
              <th scope="row">
                {reference}
                <br />
                {t(`transfers.ways.${way}`)}
              </th>
              <td>
                {proposedBy}
                <br />
                {approvedBy}
              </td>
              <td>
                <Money value={amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
