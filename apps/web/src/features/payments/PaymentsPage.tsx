import { Alert, Button } from '@mantine/core';
import { getPayments, getProviderRegistration, type PaymentRow, reconcilePayments } from '@mfuko/contract/payments';
import { getBalances } from '@mfuko/contract/wallet';
import { IconAlertTriangle, IconFileImport, IconRefresh } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { formatCount, formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FirstStep } from '../../ui/FirstStep.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { FindPayment } from './FindPayment.tsx';
import { GapAlert } from './GapAlert.tsx';
import { PaymentDrawer } from './PaymentDrawer.tsx';
import { usePaymentColumns, usePaymentFilters } from './payment-columns.tsx';
import { useProviderRegistration } from './useProviderRegistration.ts';

/** STK pushes and incoming M-Pesa payments, with their comparison with M-Pesa's own list. */
export function PaymentsPage() {
  const { t } = useTranslation('payments');
  const [total, setTotal] = useState<number>();
  const [shown, show] = useState<PaymentRow | null>(null);
  const registration = useProviderRegistration();
  const columns = usePaymentColumns();
  const filters = usePaymentFilters();
  const open = useCallback((row: PaymentRow) => show(row), []);
  const actions = useCallback(
    (row: PaymentRow) => <RowActions name={row.receiptNumber ?? row.names ?? row.account} onView={() => show(row)} />,
    [],
  );
  const compared = registration?.pulledUntil;
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
            {registration?.pullsSince && <ReconcileButton />}
          </>
        }
      />
      <GapAlert linked />
      {registration?.pullFailure && (
        <Alert color="yellow" mb="md" icon={<IconAlertTriangle aria-hidden />}>
          {t('list.failing', { why: registration.pullFailure })}
        </Alert>
      )}
      <FindPayment>
        <DataList
          at="/app/payments.view"
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
      <PaymentDrawer payment={shown} onClose={() => show(null)} />
    </>
  );
}

/** Compares the payments with M-Pesa's own list now. */
function ReconcileButton() {
  const { t } = useTranslation('payments');
  const reconcile = useRecord(reconcilePayments, {
    overlay: true,
    refresh: [getPayments, getProviderRegistration, getBalances],
    onDone: ({ pulled, credited, parked, differences }) =>
      showDone(t('list.reconciled', { pulled, credited, parked, differences }), { keep: differences > 0 }),
    onError: showError,
  });
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={reconcile.isPending}
      onClick={() => reconcile.mutate({})}
    >
      {t('list.reconcile')}
    </Button>
  );
}
