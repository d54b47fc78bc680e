import { whoAmI } from '@mfuko/contract/session';
import { useEffect, useState } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { PaperHead } from '../../school/PaperHead.tsx';
import { usePrint } from '../../ui/paper/usePrint.tsx';
import { Barcode } from './Barcode.tsx';
import classes from './Receipt.module.css';
import type { ReceiptProps } from './Receipt.tsx';
import { isSheet, type ReceiptPaper } from './receipt-papers.ts';

/**
 * Returns a receipt for a 58 or 80 mm printer or an office printer, and a function that prints it. The receipt carries no PIN, fingerprint
 * or phone number.
 */
export function useReceiptPaper(
  { paid, copy = false, atOnce = false }: Pick<ReceiptProps, 'paid' | 'copy' | 'atOnce'>,
  kind: ReceiptPaper,
) {
  const { t } = useTranslation('wallet');
  const { t: tSchool } = useTranslation('school');
  const me = useCall(whoAmI, {}, { staleTime: Number.POSITIVE_INFINITY });
  const [prints, setPrints] = useState(0);
  const { moved, takenBack } = paid;
  const rows: [string, string][] = [
    [t('receipt.number'), moved.receipt.sysid.slice(-12).toUpperCase()],
    [t('receipt.date'), formatDate(moved.receipt.date)],
    [t('fields.admissionNumber'), paid.admissionNumber],
    [t('receipt.student'), shortName(paid.names)],
    [t('receipt.amount'), `KES ${formatMoney(moved.amount)}`],
    ...(moved.fee > 0 ? [[t('receipt.fee'), `KES ${formatMoney(moved.fee)}`] as [string, string]] : []),
    [t('receipt.balance'), `KES ${formatMoney(takenBack ?? moved.balance)}`],
    ...(paid.method ? [[t('receipt.method'), t(`receipt.${paid.method}`)] as [string, string]] : []),
    ...(paid.channel ? [[t('receipt.channel'), tSchool(`channels.${paid.channel}`)] as [string, string]] : []),
    ...(paid.reference ? [[t('fields.reference'), paid.reference] as [string, string]] : []),
    [t('receipt.by'), me.data?.names ?? ''],
  ];
  /** A second print is marked as a copy; the slip on the screen matches the last print. */
  const draw = (isCopy: boolean) => (
    <div className={classes.receipt} data-paper-kind={kind}>
      <PaperHead narrow={!isSheet(kind)} />
      <p className={classes.kind}>
        {t(`receipt.${paid.kind}`)}
        {takenBack !== undefined && ` · ${t('receipt.takenBack')}`}
        {isCopy && ` · ${t('receipt.copy')}`}
      </p>
      <dl className={classes.rows}>
        {rows.map(([name, value]) => (
          <div key={name} className={classes.row}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Barcode text={moved.receipt.token} label={t('receipt.barcode')} />
      <p className={classes.token}>{moved.receipt.token}</p>
      {paid.kind === 'cashOut' && <p className={classes.once}>{t('receipt.once')}</p>}
    </div>
  );
  const slip = draw(copy || prints > 1);
  const { print, paper } = usePrint(kind, draw(copy || prints > 0), () => setPrints(prints + 1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it appears
  useEffect(() => {
    if (atOnce) print();
  }, []);
  return { slip, paper, print };
}

/** First name and an initial: enough for the desk, and little for anybody who finds the paper. */
function shortName(names: string): string {
  const [first = '', ...rest] = names.split(' ');
  const initial = rest.at(-1)?.[0];
  return initial ? `${first} ${initial}.` : first;
}
