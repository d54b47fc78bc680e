import { Skeleton, Stack } from '@mantine/core';
import { getReminders, type Reminder } from '@mfuko/contract/reminders';
import { IconZoomQuestion } from '@tabler/icons-react';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Money } from '../../ui/Money.tsx';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { When } from '../../ui/When.tsx';
import { RemindedStudents } from './RemindedStudents.tsx';
import { isMoving } from './words.ts';

const POLL_MS = 3_000;

/** Drawer of one reminder: its totals, and the outcome for each student. */
export function ReminderDrawer({ sysid, onClose }: { sysid: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('reminders');
  const found = useCall(
    getReminders,
    { sysid: sysid ?? '', page: 1, pageSize: 1 },
    {
      enabled: sysid !== undefined,
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => data?.rows.some(isMoving) === true && POLL_MS,
    },
  );
  // The former reminder's rows stay in the cache while this one is fetched, so the row is searched by id.
  const reminder = found.data?.rows.find((row) => row.sysid === sysid);
  const isMalformed = found.error instanceof CallError && found.error.status === 400;
  return (
    <DetailDrawer title={t('one')} opened={sysid !== undefined} onClose={onClose}>
      {reminder ? (
        <Known key={reminder.sysid} reminder={reminder} />
      ) : isMalformed || found.data?.total === 0 ? (
        <Notice Icon={IconZoomQuestion} title={t('unknown')} />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </DetailDrawer>
  );
}

function Known({ reminder }: { reminder: Reminder }) {
  const { t } = useTranslation('reminders');
  const { way, amount, asked, skipped, reached, waiting, sent, failed, paid, paidAmount, stillLow, cost } = reminder;
  return (
    <Stack gap="md">
      <Facts
        facts={[
          [t('fields.date'), <When key="date" moment={reminder.date} />],
          [t('fields.by'), reminder.by],
          [t('fields.way'), amount === null ? t(`ways.${way}`) : t('askedFor', { amount: formatMoney(amount) })],
          [t('fields.below'), <Money key="below" value={reminder.below} />],
          [t('fields.asked'), formatCount(asked)],
          [t('fields.skipped'), formatCount(skipped)],
          [t('fields.reached'), formatCount(reached)],
          [t('fields.waiting'), formatCount(waiting)],
          [t('fields.sent'), formatCount(sent)],
          [t('fields.failed'), formatCount(failed)],
          [t('fields.paid'), formatCount(paid)],
          [t('fields.paidAmount'), <Money key="paid" value={paidAmount} fw={600} />],
          [t('fields.stillLow'), formatCount(stillLow)],
          ...(cost === null ? [] : [[t('fields.cost'), formatMoney(cost)] as const]),
        ]}
      />
      <RemindedStudents reminder={reminder} />
    </Stack>
  );
}
