import { Alert, Box, Button, Menu, Paper, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { getStudent, type StudentDetails } from '@mfuko/contract/students';
import { IconDots, IconInfoCircle, IconPencil, IconTrash, IconUserCheck, IconUserSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { formatDate, formatDay, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';
import { RecordHistory } from '../../school/RecordHistory.tsx';
import { StudentBox } from '../../school/student-box/StudentBox.tsx';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { When } from '../../ui/When.tsx';
import { Guardians } from './Guardians.tsx';
import { StudentStatus } from './states.tsx';
import { Unlock } from './Unlock.tsx';
import { useStudentChanges } from './useChanges.ts';
import { Whereabouts } from './Whereabouts.tsx';

// Lazy chunk, needed only for editing.
const StudentForm = latePart(() => import('./StudentForm.tsx').then((it) => it.StudentForm), <Skeleton height={320} />);

// Lazy chunk at the end of the page; sends no request by itself.
const RecordAccesses = latePart(() => import('./RecordAccesses.tsx').then((it) => it.RecordAccesses));

const HERE = '/app/student.details';

interface StudentPageProps {
  /** Cards of other features about the student. */
  readonly cards: (student: StudentDetails) => readonly { readonly name: string; readonly card: ReactNode }[];
}

/** Page of one student, by the admission number in the address. */
export function StudentPage({ cards }: StudentPageProps) {
  const { t } = useTranslation('students');
  const navigate = useNavigate();
  const { admissionNumber = '' } = useSearch({ from: HERE });
  const asked = admissionNumber !== '';
  const [typed, setTyped] = useState('');
  const found = useCall(getStudent, { admissionNumber }, { enabled: asked, staleTime: 0 });
  const show = (number: string, replace = false) =>
    void navigate({ to: HERE, search: { admissionNumber: number }, replace });
  const missing = found.error instanceof CallError && [400, 404].includes(found.error.status ?? 0);
  if (found.data && asked)
    return (
      <Known
        key={found.data.sysid}
        student={found.data}
        cards={cards}
        onNumber={(number) => show(number, true)}
        onDeleted={() => void navigate({ to: '/app/student.view' })}
      />
    );
  return (
    <>
      <PageHeader title={t('page.title')} />
      {asked && missing ? (
        <Notice Icon={IconUserSearch} title={t('drawer.unknown')} />
      ) : asked && found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : asked ? (
        <Stack gap="sm">
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <Skeleton key={row} height={48} />
          ))}
        </Stack>
      ) : null}
      {(!asked || missing) && (
        <Box maw={480} mx={missing ? 'auto' : undefined}>
          <StudentBox
            value={typed}
            onNumber={setTyped}
            // The field does not look the student up, since the page does.
            named={false}
            onChosen={show}
            label={t('page.pick')}
            description={t('page.pickHint')}
            required={false}
          />
        </Box>
      )}
    </>
  );
}

interface KnownProps extends StudentPageProps {
  readonly student: StudentDetails;
  readonly onNumber: (admissionNumber: string) => void;
  readonly onDeleted: () => void;
}

function Known({ student, cards, onNumber, onDeleted }: KnownProps) {
  const { t } = useTranslation('students');
  const [editing, setEditing] = useState(false);
  const changes = useStudentChanges();
  const { admissionNumber, className, status, balance } = student;
  return (
    <>
      <PageHeader
        title={student.names}
        subtitle={`${admissionNumber} · ${className} · ${t(`status.${status}`)}`}
        actions={
          <>
            {status === 'left' && (
              <Button
                variant="default"
                loading={changes.busy}
                leftSection={<IconUserCheck size={18} aria-hidden />}
                onClick={() => changes.letReturn(student.sysid)}
              >
                {t('leave.return')}
              </Button>
            )}
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" leftSection={<IconDots size={18} aria-hidden />}>
                  {t('page.more')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<IconTrash size={18} aria-hidden />}
                  onClick={() => changes.remove(student.sysid, onDeleted)}
                >
                  {t('page.delete')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
            <Button leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setEditing(true)}>
              {t('edit.open')}
            </Button>
          </>
        }
      />
      {status === 'left' && balance > 0 && (
        <Alert color="yellow" mb="md" icon={<IconInfoCircle aria-hidden />} title={t('page.hasLeft')}>
          {t('page.moneyLeft', { balance: formatMoney(balance) })}
        </Alert>
      )}
      {/* Cards keep their own height: beside a long list, a stretched card with one line would look empty. */}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" verticalSpacing="md" style={{ alignItems: 'start' }}>
        <Paper withBorder px="md" py="xs" component="section" aria-label={t('page.facts')}>
          <Facts
            facts={[
              [t('fields.admissionNumber'), admissionNumber],
              [t('fields.classSYSID'), className],
              ...(student.birthMonth ? [[t('fields.birthMonth'), formatDay(student.birthMonth)] as const] : []),
              [
                t('list.status'),
                student.dateLeft ? (
                  t('page.leftOn', { date: formatDate(student.dateLeft) })
                ) : (
                  <StudentStatus key="status" status={status} />
                ),
              ],
              [t('page.where'), <Whereabouts key="where" student={student} />],
              [
                t('fields.checkPin'),
                student.pinLockedUntil
                  ? t('page.locked', { until: formatDate(student.pinLockedUntil) })
                  : t(student.hasPin ? 'pin.set' : 'pin.notSet'),
              ],
              ...(student.fingerHeldUntil
                ? [[t('page.fingers'), t('page.fingerHeld', { until: formatDate(student.fingerHeldUntil) })] as const]
                : []),
              [t('list.created'), <When key="when" moment={student.dateCreated} />],
            ]}
          />
          {(student.pinLockedUntil || student.fingerHeldUntil) && <Unlock sysid={student.sysid} />}
        </Paper>
        <Paper withBorder p="md">
          <Guardians student={student} level={2} />
        </Paper>
        {cards(student).map(({ name, card }) => (
          <Paper key={name} withBorder p="md">
            {card}
          </Paper>
        ))}
      </SimpleGrid>
      <RecordHistory kind="student" sysid={student.sysid} />
      <Suspense>
        <RecordAccesses sysid={student.sysid} />
      </Suspense>
      <DetailDrawer
        title={t('edit.title', { names: student.names })}
        opened={editing}
        onClose={() => setEditing(false)}
      >
        {editing && (
          <StudentForm
            student={student}
            onSaved={(saved) => {
              setEditing(false);
              if (saved.admissionNumber !== admissionNumber) onNumber(saved.admissionNumber);
            }}
          />
        )}
      </DetailDrawer>
    </>
  );
}
