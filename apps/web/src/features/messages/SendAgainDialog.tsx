import '@mantine/core/styles/List.css';
import { Alert, Button, Group, List, Modal, Skeleton, Stack, Text } from '@mantine/core';
import {
  AGAIN_SKIPPED,
  getMessages,
  getMonth,
  MAX_RESENT,
  type MessageRow,
  previewSendAgain,
  type SentAgain,
  sendAllAgain,
} from '@mfuko/contract/messages';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone, showError } from '../../ui/notify.tsx';

interface SendAgainProps {
  readonly rows: readonly MessageRow[];
  /** Called once the messages were sent again, to clear the selection. */
  readonly done: () => void;
}

/** Sends the selected messages again; shows beforehand their number, the cost and the ones left out. */
export function SendAgainButton({ rows, done }: SendAgainProps) {
  const { t } = useTranslation('messages');
  const [opened, open] = useState(false);
  return (
    <>
      <Button leftSection={<IconRefresh size={18} aria-hidden />} onClick={() => open(true)}>
        {t('again.act')}
      </Button>
      {opened && <SendAgainDialog rows={rows} onClose={() => open(false)} done={done} />}
    </>
  );
}

function SendAgainDialog({ rows, done, onClose }: SendAgainProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['messages', 'ui']);
  const sysids = rows.slice(0, MAX_RESENT).map(({ sysid }) => sysid);
  const beyond = rows.length - sysids.length;
  const found = useCall(previewSendAgain, { sysids }, { staleTime: 0 });
  const send = useSureRecord(sendAllAgain, {
    refresh: [getMessages, getMonth, previewSendAgain],
    onDone: (sent) => {
      onClose();
      done();
      showDone(
        [t('again.done', { count: sent.messages, shown: formatCount(sent.messages) }), ...leftOut(sent)].join(' '),
      );
    },
    onError: (error) => {
      showError(error);
      void found.refetch();
    },
  });
  function leftOut({ skipped }: SentAgain): string[] {
    return AGAIN_SKIPPED.filter((why) => skipped[why] > 0).map((why) =>
      t(`again.skipped.${why}`, { count: skipped[why], shown: formatCount(skipped[why]) }),
    );
  }
  const { data } = found;
  const tooDear = data !== undefined && data.cost > data.left;
  return (
    <Modal opened onClose={onClose} title={t('again.title')} closeButtonProps={{ 'aria-label': t('ui:close') }}>
      <Stack gap="md">
        {data ? (
          <>
            <Text>
              {data.messages === 0
                ? t('again.none')
                : t('again.goes', {
                    count: data.messages,
                    shown: formatCount(data.messages),
                    cost: formatMoney(data.cost),
                  })}
            </Text>
            {tooDear ? (
              <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
                {t('again.tooDear', { left: formatMoney(data.left) })}
              </Alert>
            ) : (
              <Text size="sm" c="dimmed">
                {t('again.left', { left: formatMoney(data.left) })}
              </Text>
            )}
            {leftOut(data).length > 0 && (
              <div>
                <Text size="sm" fw={600}>
                  {t('again.skippedTitle')}
                </Text>
                <List size="sm">
                  {leftOut(data).map((words) => (
                    <List.Item key={words}>{words}</List.Item>
                  ))}
                </List>
              </div>
            )}
            {beyond > 0 && <Text size="sm">{t('again.beyond', { count: beyond, shown: formatCount(beyond) })}</Text>}
          </>
        ) : found.isError ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <Skeleton height={80} aria-label={t('again.loading')} />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('ui:cancel')}
          </Button>
          <Button
            disabled={!data || data.messages === 0 || tooDear}
            loading={send.isPending}
            onClick={() => data && send.mutate({ sysids, messages: data.messages })}
          >
            {t('again.send', { count: data?.messages ?? 0, shown: formatCount(data?.messages ?? 0) })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
