import { Alert, Button, Group, Text } from '@mantine/core';
import { type AttendanceDay, attendanceFigures, getAttendance, tellAbsent } from '@mfuko/contract/attendance';
import { IconInfoCircle, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import '@mantine/core/styles/Alert.css';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { DaysOffDialog } from './DaysOffDialog.tsx';

/** Notices above the lists of a day: the rules, a day without school, and the messages sent to guardians. */
export function DayNotices({ figures }: { readonly figures: AttendanceDay }) {
  const { t } = useTranslation('attendance');
  const { lateFrom, absentFrom, overnight, notice, told, counts } = figures;
  if (!figures.school)
    return <Info>{figures.dayOff ? t('notices.dayOff', { reason: figures.dayOff }) : t('notices.noSchool')}</Info>;
  const rule = t('notices.rule', {
    late: lateFrom ?? t('notices.never'),
    absent: absentFrom ?? t('notices.dayEnd'),
  });
  const tell = figures.mayTell && <TellButton count={counts.absent} />;
  return (
    <>
      {lateFrom === null && absentFrom === null ? (
        <Info act={<RulesLink />}>{t('notices.off')}</Info>
      ) : (
        <Group gap="md" align="center">
          <Text size="sm" c="dimmed">
            {rule}
          </Text>
          {notice !== 'held' && tell}
        </Group>
      )}
      {notice === 'held' && (
        <Info grave act={tell}>
          {t('notices.held')}
        </Info>
      )}
      {notice === 'sending' && <Info>{t('notices.sending')}</Info>}
      {notice === 'sent' && told > 0 && <Info>{t('notices.sent', { count: told })}</Info>}
      {!figures.gateWorked && counts.absent > 0 && (
        <Info act={<NameDay day={figures.day} />}>{t('notices.gateQuiet')}</Info>
      )}
      {!figures.dailyCheckIn && overnight > 0 && (
        <Info act={<RulesLink />}>
          {t('notices.overnight', { count: overnight })} {t('notices.overnightHint')}
        </Info>
      )}
    </>
  );
}

interface InfoProps {
  readonly grave?: boolean;
  readonly act?: React.ReactNode;
  readonly children: React.ReactNode;
}

function Info({ grave = false, act, children }: InfoProps) {
  return (
    <Alert color={grave ? 'yellow' : 'gray'} icon={<IconInfoCircle aria-hidden />} role={grave ? 'alert' : 'status'}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" maw={720}>
          {children}
        </Text>
        {act}
      </Group>
    </Alert>
  );
}

function RulesLink() {
  const { t } = useTranslation('attendance');
  return (
    <LinkButton to="/app/school.rules" variant="default">
      {t('notices.rules')}
    </LinkButton>
  );
}

function NameDay({ day }: { readonly day: string }) {
  const { t } = useTranslation('attendance');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('notices.nameDay')}
      </Button>
      <DaysOffDialog opened={opened} day={day} onClose={() => setOpened(false)} />
    </>
  );
}

/** Button that notifies the guardians of absent students; asks first, since a message cannot be recalled. */
function TellButton({ count }: { readonly count: number }) {
  const { t } = useTranslation('attendance');
  const [opened, setOpened] = useState(false);
  const tell = useRecord(tellAbsent, {
    refresh: [attendanceFigures, getAttendance],
    onDone: () => showDone(t('tell.done')),
    onError: showError,
  });
  return (
    <>
      <Button
        leftSection={<IconSend size={18} aria-hidden />}
        loading={tell.isPending}
        onClick={() => setOpened(true)}
        variant="default"
      >
        {t('tell.act')}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        question={t('tell.ask', { count })}
        consequence={t('tell.what')}
        act={t('tell.act')}
        harmless
        onConfirm={() => tell.mutate({})}
      />
    </>
  );
}
