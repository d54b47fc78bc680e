import { Alert, Button, Text } from '@mantine/core';
import {
  getPayments,
  getProviderRegistration,
  PAYMENT_STATES,
  type PaymentRow,
  reconcilePayments,
} from '@mfuko/contract/payments';
import { getBalances } from '@mfuko/contract/wallet';
import { IconAlertTriangle, IconFileImport, IconRefresh } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { formatCount, formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { DataList } from '../../ui/DataList.tsx';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { FirstStep } from '../../ui/FirstStep.tsx';
import { LinkButton } from '../../ui/links.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { Money } from '../../ui/Money.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { When } from '../../ui/When.tsx';
import { FindPayment } from './FindPayment.tsx';
import { GapAlert } from './GapAlert.tsx';
import { useProviderRegistration } from './useProviderRegistration.ts';
import { STATE_COLOURS, useReason } from './words.ts';

const HERE = '/app/payments.view';
const DAYS = [1, 7, 30] as const;

/** STK pushes and incoming M-Pesa payments, with their comparison with M-Pesa's own list. */
export function PaymentsPage() {
  const { t } = useTranslation('payments');
  const reasonOf = useReason();
  const [total, setTotal] = useState<number>();
  const [shown, show] = useState<PaymentRow | null>(null);
  const why = shown && reasonOf(shown);
  const standing = useProviderRegistration();
  const reconcile = useRecord(reconcilePayments, {
    overlay: true,
    refresh: [getPayments, getProviderRegistration, getBalances],
    onDone: ({ pulled, credited, parked, differences }) =>
      showDone(t('list.reconciled', { pulled, credited, parked, differences }), { keep: differences > 0 }),
    onError: showError,
  });
  const columns = useMemo<Column<PaymentRow>[]>(
    () => [
      { field: 'date', title: t('list.date'), value: (row) => row.date, kind: 'date', sortable: true },
      {
        field: 'state',
        title: t('list.state'),
        value: (row) => t(`states.${row.state}`),
        render: (row) => <Tag color={STATE_COLOURS[row.state]}>{t(`states.${row.state}`)}</Tag>,
        sortable: true,
      },
      { field: 'amount', title: t('list.amount'), value: (row) => row.amount, kind: 'amount', sortable: true },
      { field: 'receiptNumber', title: t('list.receipt'), value: (row) => row.receiptNumber },
      { field: 'names', title: t('list.student'), value: (row) => row.names },
      { field: 'admissionNumber', title: t('list.admission'), value: (row) => row.admissionNumber, hidden: true },
      { field: 'className', title: t('list.class'), value: (row) => row.className, hidden: true },
      { field: 'account', title: t('list.account'), value: (row) => row.account },
      { field: 'mobileNumber', title: t('list.number'), value: (row) => row.mobileNumber, hidden: true },
      {
        field: 'borneOutBy',
        title: t('list.borneOut'),
        value: (row) => row.borneOutBy && t(`borneOut.${row.borneOutBy}`),
        hidden: true,
      },
      { field: 'by', title: t('list.by'), value: (row) => row.by },
      { field: 'reason', title: t('list.reason'), value: (row) => reasonOf(row), hidden: true },
    ],
    [t, reasonOf],
  );
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      {
        field: 'state',
        label: t('list.anyState'),
        options: PAYMENT_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      {
        field: 'from',
        label: t('list.anyTime'),
        options: DAYS.map((count) => ({ value: daysAgo(count - 1), label: t('list.days', { count }) })),
      },
    ],
    [t],
  );
  const open = useCallback((row: PaymentRow) => show(row), []);
  const actions = useCallback(
    (row: PaymentRow) => <RowActions name={row.receiptNumber ?? row.names ?? row.account} onView={() => show(row)} />,
    [],
  );
  const compared = standing?.pulledUntil;
  return (
    <>
      <PageHeader
        title={t('list.title')}
        subtitle={
          total === undefined
            ? undefined
            : `${t('list.total', { count: total, shown: formatCount(total) })} · ${
                compared ? t('list.until', { when: formatDate(compared) }) : t('list.never')
              }`
        }
        actions={
          <>
            <LinkButton
              to="/app/payments.statements"
              variant="default"
              leftSection={<IconFileImport size={18} aria-hidden />}
            >
              {t('statements.open')}
            </LinkButton>
            {standing?.pullsSince && (
              <Button
                variant="default"
                leftSection={<IconRefresh size={18} aria-hidden />}
                loading={reconcile.isPending}
                onClick={() => reconcile.mutate({})}
              >
                {t('list.reconcile')}
              </Button>
            )}
          </>
        }
      />
      <GapAlert linked />
      {standing?.pullFailure && (
        <Alert color="yellow" mb="md" icon={<IconAlertTriangle aria-hidden />}>
          {t('list.failing', { why: standing.pullFailure })}
        </Alert>
      )}
      <FindPayment>
        <DataList
          at={HERE}
          name={t('list.name')}
          endpoint={getPayments}
          columns={columns}
          filters={filters}
          defaultSort="-date"
          rowId={(row) => row.sysid}
          searchLabel={t('list.search')}
          empty={{
            title: t('list.empty'),
            message: t('list.emptyHint'),
            action: <FirstStep to="/app/student.balances" screen="studentBalances" />,
          }}
          onOpen={open}
          actions={actions}
          onTotal={setTotal}
          sumWords={t('list.sum')}
          isMoving={(row) => row.state === 'pending'}
        />
      </FindPayment>
      <DetailDrawer
        title={shown?.receiptNumber ?? shown?.names ?? shown?.account ?? ''}
        opened={shown !== null}
        onClose={() => show(null)}
      >
        {shown && (
          <>
            <Text mb="md">{t(`means.${shown.state}`)}</Text>
            <Facts
              facts={[
                [
                  t('list.state'),
                  <Tag key="state" color={STATE_COLOURS[shown.state]}>
                    {t(`states.${shown.state}`)}
                  </Tag>,
                ],
                ...(why ? [[t('list.reason'), why] as const] : []),
                [t('list.amount'), <Money key="amount" value={shown.amount} />],
                [t('list.date'), <When key="date" moment={shown.date} />],
                [t('list.receipt'), shown.receiptNumber],
                [t('list.student'), shown.names],
                [t('list.admission'), shown.admissionNumber],
                [t('list.class'), shown.className],
                [t('list.account'), shown.account],
                [t('list.number'), shown.mobileNumber],
                [t('list.borneOut'), shown.borneOutBy && t(`borneOut.${shown.borneOutBy}`)],
                [t('list.by'), shown.by],
              ]}
            />
          </>
        )}
      </DetailDrawer>
    </>
  );
}

/** Returns the start of the day that many days ago, in the user's time zone. */
function daysAgo(days: number): string {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - days);
  return day.toISOString();
}
