import { Button } from '@mantine/core';
import { DENOMINATIONS, type Till } from '@mfuko/contract/tills';
import { formatCount, formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Foot, PrintableReport, Rows, SumRows } from './TillPaper.tsx';
import { Variance } from './Variance.tsx';

/** Printable report of a till's day: float, movements, count and the responsible users. */
export function ZReport({ till, onDone }: { till: Till; onDone?: () => void }) {
  const { t } = useTranslation('tills');
  if (!till.closing) return null;
  return (
    <PrintableReport title={t('report.title')} act={t('report.print')} rows={<Day till={till} {...till.closing} />}>
      {onDone && <Button onClick={onDone}>{t('closed.again')}</Button>}
    </PrintableReport>
  );
}

function Day({ till, ...closing }: { till: Till } & NonNullable<Till['closing']>) {
  const { t } = useTranslation('tills');
  const { confirmation } = till;
  const pieces = DENOMINATIONS.flatMap((each) => {
    const count = closing.counts?.[each] ?? 0;
    return count > 0 ? [{ each, count, makes: count * Number(each) }] : [];
  });
  return (
    <>
      <Rows
        rows={[
          [t('report.number'), till.sysid.slice(-12).toUpperCase()],
          [t('report.agent'), till.names],
          [t('report.opened'), formatDate(till.openedAt)],
          [t('report.closed'), formatDate(closing.date)],
          [t('report.closedBy'), closing.by],
        ]}
      />
      <SumRows till={till} />
      {pieces.length > 0 && (
        <Rows rows={pieces.map(({ each, count, makes }) => [`${each} × ${formatCount(count)}`, formatMoney(makes)])} />
      )}
      <Rows
        rows={[
          [t('result.expected'), formatMoney(closing.expected)],
          [t('result.counted'), formatMoney(closing.counted)],
          [t('result.variance'), <Variance key="variance" value={closing.variance} />],
          ...(closing.reason ? [[t('close.reason'), closing.reason] as const] : []),
          [t('report.handedOver'), formatMoney(closing.counted - closing.left)],
          [t('report.left'), formatMoney(closing.left)],
        ]}
      />
      {confirmation ? (
        <Rows
          rows={[
            [t('report.confirmedBy'), confirmation.by],
            [t('report.confirmed'), formatDate(confirmation.date)],
            ...(confirmation.note ? [[t('report.note'), confirmation.note] as const] : []),
          ]}
        />
      ) : (
        <Foot look="signature">{t('report.signature')}</Foot>
      )}
    </>
  );
}
