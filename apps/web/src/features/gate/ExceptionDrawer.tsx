import { Alert, Button, Group, Skeleton, Stack, Textarea } from '@mantine/core';
import { clearException, type GateException, getExceptions } from '@mfuko/contract/campus';
import { IconAlertTriangle, IconCircleCheck, IconZoomQuestion } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { useContractForm } from '../../ui/form.ts';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { When } from '../../ui/When.tsx';
import { GRAVE, text, useExceptionWords } from './exception-words.ts';

/** Drawer of one gate exception: the known facts, and the way in which it was settled. */
export function ExceptionDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('campus');
  const found = useCall(getExceptions, { sysid: id, page: 1, pageSize: 1 }, { enabled: id !== undefined });
  const exception = found.data?.rows.find(({ sysid }) => sysid === id);
  return (
    <DetailDrawer title={exception?.names ?? t('odd.one')} opened={id !== undefined} onClose={onClose}>
      {exception ? (
        <Stack gap="lg">
          {exception.kind === GRAVE && !exception.settledAt && (
            <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
              {t('odd.graveHint')}
            </Alert>
          )}
          <Known exception={exception} />
          {exception.settledAt ? (
            <Settled exception={exception} />
          ) : (
            <SettleForm sysid={exception.sysid} onDone={onClose} />
          )}
        </Stack>
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data && !found.isFetching ? (
        <Notice Icon={IconZoomQuestion} title={t('odd.unknown')} />
      ) : (
        <Stack gap="sm">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} height={28} />
          ))}
        </Stack>
      )}
    </DetailDrawer>
  );
}

function Known({ exception }: { exception: GateException }) {
  const { t } = useTranslation('campus');
  const words = useExceptionWords();
  const { detail } = exception;
  const optional: [string, string][] = [
    [t('fields.event'), words.event(detail)],
    [t('fields.method'), words.method(detail)],
    [t('fields.bus'), text(detail.busNumberPlate)],
    [t('fields.collector'), text(detail.collector)],
    [t('fields.recorder'), text(detail.recorder)],
  ];
  return (
    <Facts
      facts={[
        [t('fields.kind'), t(`kinds.${exception.kind}`)],
        [t('fields.why'), words.why(exception)],
        [t('fields.number'), exception.admissionNumber],
        [t('fields.class'), exception.className],
        ...optional.filter(([, value]) => value !== ''),
        [t('fields.happened'), <When key="happened" moment={text(detail.occurredAt) || exception.date} />],
        [t('fields.date'), <When key="date" moment={exception.date} />],
        ...(text(detail.since)
          ? [[t('fields.stateSince'), <When key="since" moment={text(detail.since)} />] as const]
          : []),
        [t('fields.by'), exception.recordedBy],
      ]}
    />
  );
}

function Settled({ exception }: { exception: GateException }) {
  const { t } = useTranslation('campus');
  return (
    <Alert color="green" variant="light" icon={<IconCircleCheck aria-hidden />} title={exception.note}>
      {t('odd.settledBy', { by: exception.settledBy ?? '' })} <When moment={exception.settledAt ?? ''} />
    </Alert>
  );
}

function SettleForm({ sysid, onDone }: { sysid: string; onDone: () => void }) {
  const { t } = useTranslation('campus');
  const form = useContractForm(clearException, { sysid, note: '' });
  const settle = useSureRecord(clearException, {
    refresh: [getExceptions],
    onDone: () => {
      showDone(t('odd.done'));
      onDone();
    },
    onError: (error) => showRefusal(form, error, { 'oddity.settled': 'note' }),
  });
  return (
    <form onSubmit={form.onSubmit((values) => settle.mutate(values))} noValidate>
      <Stack gap="md">
        <Textarea
          label={t('fields.note')}
          description={t('odd.noteHint')}
          autosize
          minRows={2}
          maxLength={500}
          required
          {...form.getInputProps('note')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={settle.isPending}>
            {t('odd.settle')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
