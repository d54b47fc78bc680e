import { type FailedMessage, failedMessages } from '@mfuko/contract/platform';
import { useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { textAt, useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';

const HERE = '/app/message.failed';

/** Text messages that were never sent: recipient, kind and reason, without the text. */
export function FailedMessagesPage() {
  const { t } = useTranslation('platform');
  const [total, setTotal] = useState<number>();
  const columns = useMemo<Column<FailedMessage>[]>(
    () => [
      { field: 'date', title: t('messages.date'), value: (row) => row.date, kind: 'date', sortable: true },
      { field: 'mobileNumber', title: t('messages.number'), value: (row) => row.mobileNumber },
      { field: 'kind', title: t('messages.kind'), value: (row) => kindInWords(row.kind), sortable: true },
      { field: 'reason', title: t('messages.reason'), value: (row) => reasonInWords(row.reason), sortable: true },
    ],
    [t],
  );
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      {
        field: 'days',
        label: t('messages.anyTime'),
        options: [1, 7, 30].map((count) => ({ value: String(count), label: t('windows.days', { count }) })),
      },
    ],
    [t],
  );
  return (
    <>
      <PageHeader
        title={t('messages.title')}
        subtitle={total === undefined ? undefined : t('messages.total', { count: total, shown: formatCount(total) })}
      />
      <DataList
        at={HERE}
        name={t('messages.title')}
        endpoint={failedMessages}
        columns={columns}
        filters={filters}
        rowId={(row) => row.sysid}
        searchLabel={t('messages.search')}
        empty={{ title: t('messages.empty'), message: t('messages.emptyHint') }}
        onTotal={setTotal}
      />
    </>
  );
}

/** Returns the text of a message kind; a kind of a newer server is shown by its code. */
function kindInWords(kind: string): string {
  return textAt('platform', `messages.kinds.${kind}`, kind);
}

function reasonInWords(reason: string): string {
  const [, words = reason, code] = /^(.*?)(?: (?:with )?(\d+))?$/.exec(reason) ?? [];
  return textAt('platform', `messages.reasons.${words}`, reason, { code });
}
