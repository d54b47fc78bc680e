import { Button, Group, Stack } from '@mantine/core';
import { whoAmI } from '@mfuko/contract/session';
import type { Moved } from '@mfuko/contract/wallet';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatDate } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { useSchool } from '../../lib/school.ts';
import { Barcode } from './Barcode.tsx';
import classes from './Receipt.module.css';

/** What was paid, to whom, and how they were proven. */
export interface Paid {
  readonly kind: 'cashOut' | 'deposit';
  readonly moved: Moved;
  readonly admissionNumber: string;
  readonly names: string;
  readonly method: 'fingerprint' | 'pin' | null;
}

/** A receipt as it comes out of a 58 or 80 mm printer. It carries no PIN, fingerprint or phone number of the family. */
export function Receipt({ paid, onDone }: { paid: Paid; onDone: () => void }) {
  const { t } = useTranslation('wallet');
  const me = useCall(whoAmI, {}, { staleTime: Number.POSITIVE_INFINITY });
  const school = useSchool();
  const [prints, setPrints] = useState(0);
  const { moved } = paid;
  function print() {
    window.print();
    setPrints(prints + 1);
  }
  const rows: [string, string][] = [
    [t('receipt.number'), moved.receipt.sysid.slice(-12).toUpperCase()],
    [t('receipt.date'), formatDate(moved.receipt.date)],
    [t('fields.admissionNumber'), paid.admissionNumber],
    [t('receipt.student'), shortName(paid.names)],
    [t('receipt.amount'), `KES ${formatAmount(moved.amount)}`],
    ...(moved.fee > 0 ? [[t('receipt.fee'), `KES ${formatAmount(moved.fee)}`] as [string, string]] : []),
    [t('receipt.balance'), `KES ${formatAmount(moved.balance)}`],
    ...(paid.method ? [[t('receipt.method'), t(`receipt.${paid.method}`)] as [string, string]] : []),
    [t('receipt.by'), me.data?.names ?? ''],
  ];
  return (
    <Stack gap="sm" component="section" aria-label={t('receipt.title')}>
      <div className={classes.receipt}>
        <p className={classes.title}>{school?.shortName}</p>
        <p className={classes.kind}>
          {t(`receipt.${paid.kind}`)}
          {prints > 0 && ` · ${t('receipt.copy')}`}
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
      <Group gap="sm">
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={print}>
          {t('receipt.print')}
        </Button>
        <Button variant="subtle" color="gray" onClick={onDone}>
          {t('receipt.close')}
        </Button>
      </Group>
    </Stack>
  );
}

/** First name and an initial: enough for the desk, little for whoever finds the paper. */
function shortName(names: string): string {
  const [first = '', ...rest] = names.split(' ');
  const initial = rest.at(-1)?.[0];
  return initial ? `${first} ${initial}.` : first;
}
