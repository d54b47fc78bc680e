import { Group } from '@mantine/core';
import {
  REENROLMENT_REASONS,
  type ReenrolmentReason,
  type ReenrolmentRow,
  reenrolment,
} from '@mfuko/contract/reenrolment';
import { useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tag } from '../../ui/Tag.tsx';

const HERE = '/app/report.fingers';
const COLOURS = { yearly: 'blue', failing: 'yellow', 'not-renewed': 'yellow' } as const satisfies Record<
  ReenrolmentReason,
  string
>;

/** Students whose fingers are to be enrolled again, with the reason of each; the name opens the student's page, where it is renewed or enrolled. */
export function ReenrolmentPage() {
  const { t } = useTranslation('reenrolment');
  const { t: tSchool } = useTranslation('school');
  const [total, setTotal] = useState<number>();
  const columns = useMemo<Column<ReenrolmentRow>[]>(
    () => [
      {
        field: 'admissionNumber',
        title: tSchool('student.number'),
        value: (row) => row.admissionNumber,
        sortable: true,
      },
      {
        field: 'names',
        title: t('student'),
        value: (row) => row.names,
        sortable: true,
        render: ({ admissionNumber, names }) => (
          <LinkAnchor to="/app/student.details" search={{ admissionNumber }} td="underline" fz="inherit">
            {names}
          </LinkAnchor>
        ),
      },
      { field: 'class', title: t('class'), value: (row) => row.class, sortable: true },
      {
        field: 'reasons',
        title: t('reason'),
        value: (row) => row.reasons.map((reason) => t(`reasons.${reason}`)).join(', '),
        render: ({ reasons }) => (
          <Group gap="xs">
            {reasons.map((reason) => (
              <Tag key={reason} color={COLOURS[reason]}>
                {t(`reasons.${reason}`)}
              </Tag>
            ))}
          </Group>
        ),
      },
      { field: 'age', title: t('age'), value: (row) => row.age, kind: 'count', sortable: true },
      { field: 'dateEnrolled', title: t('enrolled'), value: (row) => row.dateEnrolled, kind: 'date', sortable: true },
      {
        field: 'misses',
        title: t('misses'),
        value: ({ misses, tries }) =>
          misses === 0 ? '' : t('missesOf', { misses: formatCount(misses), tries: formatCount(tries) }),
        sortable: true,
      },
    ],
    [t, tSchool],
  );
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      {
        field: 'reason',
        label: t('anyReason'),
        options: REENROLMENT_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) })),
      },
    ],
    [t],
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={total === undefined ? t('why') : t('total', { count: total, shown: formatCount(total) })}
      />
      <DataList
        at={HERE}
        name={t('title')}
        endpoint={reenrolment}
        columns={columns}
        filters={filters}
        defaultSort="names"
        rowId={(row) => row.sysid}
        searchLabel={t('search')}
        empty={{ title: t('empty'), message: t('why') }}
        onTotal={setTotal}
      />
    </>
  );
}
