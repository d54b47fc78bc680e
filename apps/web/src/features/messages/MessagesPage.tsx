import { getMessages, MESSAGE_STATES, type MessageRow } from '@mfuko/contract/messages';
import { IconPencil } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import { LinkButton } from '../../ui/links.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { MessageDrawer } from './MessageDrawer.tsx';
import { MonthCard } from './MonthCard.tsx';
import { SendAgainButton } from './SendAgainDialog.tsx';
import { kindInWords, reasonInWords, StateTag } from './words.tsx';

const HERE = '/app/message.view';
const KINDS = [
  'cash-out-receipt',
  'collection-receipt',
  'refund-receipt',
  'passage',
  'attendance',
  'item-receipt',
  'announcement',
  'account-notice',
] as const;

const HOUR_MS = 3_600_000;

/** List of the school's text messages: recipient, state and cost. */
export function MessagesPage() {
  const { t } = useTranslation('messages');
  const [total, setTotal] = useState<number>();
  const [opened, open] = useAddressed(HERE, 'view');
  const columns = useMemo<Column<MessageRow>[]>(
    () => [
      { field: 'date', title: t('fields.date'), value: (row) => row.date, kind: 'date', sortable: true },
      { field: 'mobileNumber', title: t('fields.mobileNumber'), value: (row) => row.mobileNumber },
      { field: 'about', title: t('fields.about'), value: (row) => row.about },
      { field: 'kind', title: t('fields.kind'), value: (row) => kindInWords(row.kind), sortable: true },
      {
        field: 'state',
        title: t('fields.state'),
        value: (row) => t(`states.${row.state}`),
        render: (row) => <StateTag state={row.state} />,
        sortable: true,
      },
      { field: 'reason', title: t('fields.reason'), value: (row) => reasonInWords(row.reason), hidden: true },
      { field: 'segments', title: t('fields.segments'), value: (row) => row.segments, kind: 'count', hidden: true },
      { field: 'cost', title: t('fields.cost'), value: (row) => row.cost, kind: 'amount', sortable: true },
    ],
    [t],
  );
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      {
        field: 'state',
        label: t('anyState'),
        options: MESSAGE_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      { field: 'notArrived', label: t('anyArrival'), options: [{ value: 'true', label: t('notArrived') }] },
      { field: 'kind', label: t('anyKind'), options: KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })) },
    ],
    [t],
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={total === undefined ? undefined : t('total', { count: total, shown: formatCount(total) })}
        actions={
          <LinkButton to="/app/message.write" leftSection={<IconPencil size={18} aria-hidden />}>
            {t('write')}
          </LinkButton>
        }
      />
      <MonthCard />
      <DataList
        at={HERE}
        name={t('title')}
        endpoint={getMessages}
        columns={columns}
        filters={filters}
        defaultSort="-date"
        rowId={(row) => row.sysid}
        searchLabel={t('search')}
        empty={{ title: t('empty'), message: t('emptyHint') }}
        onOpen={(row) => open(row.sysid)}
        actions={(row) => <RowActions name={row.about ?? row.mobileNumber} onView={() => open(row.sysid)} />}
        bulk={(rows, done) => <SendAgainButton rows={rows} done={done} />}
        onTotal={setTotal}
        isMoving={isGoing}
      />
      <MessageDrawer id={opened} onClose={() => open(undefined)} />
    </>
  );
}

/** Returns true where a further report about the message is expected soon. */
function isGoing({ state, date }: MessageRow): boolean {
  return ['waiting', 'sent', 'submitted'].includes(state) && Date.now() - Date.parse(date) < HOUR_MS;
}
