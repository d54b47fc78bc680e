import { Button, Skeleton, Stack, TextInput } from '@mantine/core';
import { type ClassRow, getClass, getClasses, updateClass } from '@mfuko/contract/schools';
import { IconSchoolOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import { RecordHistory } from '../../school/RecordHistory.tsx';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { LinkAnchor } from '../../ui/links.tsx';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { useConflict } from '../../ui/useConflict.tsx';
import { useEditDraft } from '../../ui/useEditDraft.tsx';
import { When } from '../../ui/When.tsx';

interface ClassDrawerProps {
  readonly id: string | undefined;
  readonly mode: 'view' | 'edit';
  readonly onClose: () => void;
  /** Content of other features about the class. */
  readonly more?: (sysid: string) => ReactNode;
}

/** Drawer that shows or renames the class whose id is in the address. */
export function ClassDrawer({ id, mode, onClose, more }: ClassDrawerProps) {
  const { t } = useTranslation('schools');
  const found = useCall(getClass, { sysid: id ?? '' }, { enabled: id !== undefined });
  const missing = found.error instanceof CallError && [400, 404].includes(found.error.status ?? 0);
  return (
    <DetailDrawer title={found.data?.className ?? t('class.one')} opened={id !== undefined} onClose={onClose}>
      {missing ? (
        <Notice Icon={IconSchoolOff} title={t('class.unknown')} />
      ) : found.data ? (
        mode === 'view' ? (
          <Details row={found.data} more={more} />
        ) : (
          <RenameForm key={found.data.sysid} row={found.data} onDone={onClose} />
        )
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Stack gap="sm">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} height={28} />
          ))}
        </Stack>
      )}
    </DetailDrawer>
  );
}

interface DetailsProps {
  readonly row: ClassRow;
  readonly more: ClassDrawerProps['more'];
}

function Details({ row: { sysid, className, noOfStudents, dateCreated }, more }: DetailsProps) {
  const { t } = useTranslation('schools');
  const students = (
    <LinkAnchor to="/app/student.view" search={{ classSYSID: sysid, status: 'active' }} key="students" fw={600}>
      {t('class.show', { count: noOfStudents, shown: formatCount(noOfStudents) })}
    </LinkAnchor>
  );
  return (
    <>
      <Facts
        facts={[
          [t('classes.name'), className],
          [t('classes.students'), students],
          [t('classes.created'), <When key="when" moment={dateCreated} />],
        ]}
      />
      {more?.(sysid)}
      <RecordHistory kind="class" sysid={sysid} />
    </>
  );
}

function RenameForm({ row, onDone }: { row: ClassRow; onDone: () => void }) {
  const { t } = useTranslation('schools');
  const labels = { className: t('addClass.name') };
  const form = useContractForm(updateClass, { sysid: row.sysid, className: row.className });
  const rename = useRecord(updateClass, {
    refresh: [getClasses, getClass],
    onDone: () => {
      draft.drop();
      showDone(t('class.renamed'));
      onDone();
    },
    onError: (error) => conflict.caught(error) || showRefusal(form, error, { 'class.duplicate': 'className' }),
  });
  const conflict = useConflict({
    form,
    updated: row.updated,
    labels,
    valuesOf: ({ className }: ClassRow) => ({ className }),
    save: (values, updated) => rename.mutate({ ...values, updated }),
  });
  const draft = useEditDraft(form, { kind: 'class', record: { sysid: row.sysid, updated: conflict.updated } });
  return (
    <FormColumn
      form={form}
      labels={labels}
      onSubmit={(values) => rename.mutate({ ...values, updated: conflict.updated })}
      buttons={
        <Button type="submit" loading={rename.isPending}>
          {t('edit.save')}
        </Button>
      }
    >
      {draft.note}
      <TextInput
        {...form.getInputProps('className')}
        label={t('addClass.name')}
        maxLength={60}
        autoComplete="off"
        required
      />
      {conflict.dialog}
    </FormColumn>
  );
}
