import { Box, Title } from '@mantine/core';
import { type Announcement, getAnnouncements } from '@mfuko/contract/messages';
import { useMemo } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import type { Column } from '../../ui/list-columns.ts';

const HERE = '/app/message.write';
const HOUR_MS = 3_600_000;

/** Announcements to guardians, with the progress of their delivery. */
export function Announcements() {
  const { t } = useTranslation('messages');
  const columns = useMemo<Column<Announcement>[]>(
    () => [
      { field: 'date', title: t('fields.date'), value: (row) => row.date, kind: 'date', sortable: true },
      { field: 'text', title: t('announcements.text'), value: (row) => row.textEn ?? row.textSw },
      { field: 'className', title: t('announcements.to'), value: (row) => row.className ?? t('compose.everybody') },
      { field: 'by', title: t('announcements.by'), value: (row) => row.by },
      {
        field: 'delivered',
        title: t('announcements.progress'),
        value: ({ delivered, recipients, sent, failed, approval }) =>
          [
            ...(approval ? [t(`announcements.${approval.state}`)] : []),
            t('announcements.delivered', { ...countOf(delivered), recipients: formatCount(recipients) }),
            ...(sent > 0 ? [t('announcements.sent', countOf(sent))] : []),
            ...(failed > 0 ? [t('announcements.failed', countOf(failed))] : []),
          ].join(', '),
      },
      { field: 'cost', title: t('fields.cost'), value: (row) => row.cost, kind: 'amount' },
    ],
    [t],
  );
  return (
    <Box mt="xl">
      <Title order={2} size="h3" mb="sm">
        {t('announcements.title')}
      </Title>
      <DataList
        at={HERE}
        name={t('announcements.title')}
        endpoint={getAnnouncements}
        columns={columns}
        defaultSort="-date"
        rowId={(row) => row.sysid}
        isMoving={isGoing}
        searchLabel={t('announcements.search')}
        empty={{ title: t('announcements.empty'), message: t('announcements.emptyHint') }}
      />
    </Box>
  );
}

function countOf(count: number) {
  return { count, shown: formatCount(count) };
}

/** Returns true while delivery reports are still expected. A report missing after an hour may take days, or never come. */
function isGoing({ date, recipients, delivered, failed, approval }: Announcement): boolean {
  if (approval && approval.state !== 'approved') return false;
  return delivered + failed < recipients && Date.now() - Date.parse(date) < HOUR_MS;
}
