import '@mantine/core/styles/List.css';
import { Button, Group, List, Skeleton, Text, Title } from '@mantine/core';
import { type Contact, deleteContact, getContact, getContacts, restoreContact } from '@mfuko/contract/students';
import { IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { RecordHistory } from '../../school/RecordHistory.tsx';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone, showError, showUndo } from '../../ui/notify.tsx';
import { RowActions } from '../../ui/RowActions.tsx';

// Lazy chunk: most users only look at the list.
const GuardianForm = latePart(() => import('./GuardianForm.tsx').then((it) => it.GuardianForm));

type Guardian = Omit<Contact, 'studentSYSID'>;

interface GuardiansProps {
  readonly student: { readonly sysid: string; readonly names: string };
  /** Level of the heading, as the surrounding page requires. */
  readonly level: 2 | 3;
}

/** List of a student's guardians: adds, edits and removes them; a removal can be undone. */
export function Guardians({ student, level }: GuardiansProps) {
  const { t } = useTranslation('students');
  const heading = useId();
  const [open, setOpen] = useState<Guardian | 'new' | null>(null);
  const guardians = useCall(getContacts, { studentSYSID: student.sysid });
  const refresh = [getContacts, getContact];
  const restore = useSureRecord(restoreContact, {
    refresh,
    onDone: ({ name }) => showDone(t('guardian.restored', { name })),
    onError: showError,
  });
  const remove = useSureRecord(deleteContact, {
    refresh,
    onDone: ({ sysid, name }) => showUndo(t('guardian.deleted', { name }), () => restore.mutate({ sysid })),
    onError: showError,
  });
  const rows = guardians.data?.rows;
  return (
    <section aria-labelledby={heading}>
      <Group justify="space-between" mb="xs">
        <Title order={level} size="h4" id={heading}>
          {t('drawer.guardians')}
        </Title>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setOpen('new')}
        >
          {t('guardian.add')}
        </Button>
      </Group>
      {rows ? (
        rows.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('drawer.noGuardians')}
          </Text>
        ) : (
          <List
            listStyleType="none"
            spacing="sm"
            styles={{ itemWrapper: { display: 'block' }, itemLabel: { display: 'block' } }}
          >
            {rows.map((guardian) => (
              <List.Item key={guardian.sysid}>
                <Group justify="space-between" wrap="nowrap" align="flex-start">
                  <div style={{ overflowWrap: 'anywhere' }}>
                    <Text fw={600}>{guardian.name}</Text>
                    <Text size="sm" c="dimmed">
                      {[guardian.mobileNumber, guardian.email, guardian.language === 'sw' && t('guardian.languages.sw')]
                        .filter(Boolean)
                        .join(' · ')}
                    </Text>
                    {guardian.notify.length > 0 && (
                      <Text size="sm" c="dimmed">
                        {t('guardian.hearsOf', {
                          wishes: guardian.notify.map((wish) => t(`guardian.notify.${wish}`)).join(', '),
                        })}
                      </Text>
                    )}
                  </div>
                  <RowActions
                    name={guardian.name}
                    onEdit={() => setOpen(guardian)}
                    onDelete={() => remove.mutate({ sysid: guardian.sysid })}
                  />
                </Group>
              </List.Item>
            ))}
          </List>
        )
      ) : guardians.isError ? (
        <ErrorState error={guardians.error} onRetry={() => void guardians.refetch()} />
      ) : (
        <Skeleton height={48} />
      )}
      <DetailDrawer
        title={open === 'new' ? t('guardian.addTo', { names: student.names }) : (open?.name ?? '')}
        opened={open !== null}
        onClose={() => setOpen(null)}
      >
        {open !== null && (
          <GuardianForm
            studentSYSID={student.sysid}
            guardian={open === 'new' ? null : open}
            onSaved={() => setOpen(null)}
          />
        )}
        {open !== null && open !== 'new' && (
          <RecordHistory kind="guardian" sysid={open.sysid} title={t('guardian.history', { name: open.name })} />
        )}
      </DetailDrawer>
    </section>
  );
}
