import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import {
  type Announcement,
  approveAnnouncement,
  getAnnouncements,
  getMessages,
  getMonth,
  rejectAnnouncement,
} from '@mfuko/contract/messages';
import { useId, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showDone, showError } from '../../ui/notify.tsx';

const MAX_SHOWN = 50;

/** Announcements that await a second person, with text and reason. Renders nothing where none is pending. */
export function WaitingAnnouncements() {
  const { t } = useTranslation('messages');
  const heading = useId();
  const { data } = useCall(getAnnouncements, { page: 1, pageSize: MAX_SHOWN }, { staleTime: 0 });
  const waiting = data?.rows.filter(({ approval }) => approval?.state === 'waiting') ?? [];
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h3" id={heading} mt="xl" mb="sm">
        {t('waiting.title')}
      </Title>
      <Stack gap="sm">
        {waiting.map((each) => (
          <Waiting key={each.sysid} announcement={each} />
        ))}
      </Stack>
    </section>
  );
}

function Waiting({ announcement }: { announcement: Announcement }) {
  const { t } = useTranslation('messages');
  const [asking, ask] = useState(false);
  const { sysid, textEn, textSw, by, recipients, className, approval } = announcement;
  const after = { refresh: [getAnnouncements, getMessages, getMonth], onError: showError };
  const approve = useSureRecord(approveAnnouncement, { ...after, onDone: () => showDone(t('waiting.approved')) });
  const reject = useSureRecord(rejectAnnouncement, { ...after, onDone: () => showDone(t('waiting.rejected')) });
  const told = { count: recipients, shown: formatCount(recipients) };
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        {textEn && <Text lang="en">{textEn}</Text>}
        {textSw && <Text lang="sw">{textSw}</Text>}
        <Text size="sm" c="dimmed">
          {t('waiting.from', { by, ...told, to: className ?? t('compose.everybody') })}
        </Text>
        {approval?.why.map((why) => (
          <Text key={why} size="sm" fw={600}>
            {t(`waiting.why.${why}`)}
          </Text>
        ))}
        <Group gap="sm">
          {approval?.own ? (
            <Text size="sm">{t('waiting.own')}</Text>
          ) : (
            <Button onClick={() => ask(true)} loading={approve.isPending}>
              {t('waiting.approve')}
            </Button>
          )}
          <Button variant="default" onClick={() => reject.mutate({ sysid })} loading={reject.isPending}>
            {t(approval?.own ? 'waiting.takeBack' : 'waiting.reject')}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={asking}
        onClose={() => ask(false)}
        question={t('compose.question', told)}
        consequence={t('waiting.consequence')}
        act={t('waiting.approve')}
        harmless
        onConfirm={() => {
          ask(false);
          approve.mutate({ sysid });
        }}
      />
    </Paper>
  );
}
