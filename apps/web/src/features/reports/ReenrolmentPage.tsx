import { Button, Group } from '@mantine/core';
import {
  REENROLMENT_REASONS,
  type ReenrolmentReason,
  type ReenrolmentRow,
  reenrolment,
} from '@mfuko/contract/reenrolment';
import { type ReactNode, useMemo, useState } from 'react';
import { dayOf, formatCount, formatDay } from '../../lib/format.ts';
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

interface ReenrolmentPageProps {
  /** Renders the form that re-enrols a finger of the student. */
  readonly anew: (student: ReenrolmentRow, onClose: () => void) => ReactNode;
}

/**
 * Students whose fingers are to be enrolled again, with the reasons. The name links to the student's page, where a finger is renewed or
 * another one enrolled.
 */
export function ReenrolmentPage({ anew }: ReenrolmentPageProps) {
  const { t } = useTranslation('reenrolment');
  const { t: tSchool } = useTranslation('school');
  const [total, setTotal] = useState<number>();
  const [chosen, choose] = useState<ReenrolmentRow | null>(null);
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
      {
        field: 'dateEnrolled',
        title: t('enrolled'),
        value: (row) => row.dateEnrolled,
        kind: 'date',
        sortable: true,
        // Shows the day only: the hour adds nothing, and would push the buttons out of sight.
        render: ({ dateEnrolled }) => formatDay(dayOf(new Date(dateEnrolled).getTime())),
      },
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
        actions={(row) => (
          <Button
            variant="default"
            size="compact-sm"
            miw="max-content"
            aria-label={t('anewOf', { names: row.names })}
            onClick={() => choose(row)}
          >
            {t('anew')}
          </Button>
        )}
      />
      {chosen && anew(chosen, () => choose(null))}
    </>
  );
}
