import { Alert, Button, Group, Skeleton, Stack, Textarea } from '@mantine/core';
import { getOddities, type Oddity, settleOddity } from '@mfuko/contract/campus';
import { IconAlertTriangle, IconCircleCheck, IconZoomQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCall, useRecord } from '../../lib/queries.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { useContractForm } from '../../ui/form.ts';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { When } from '../../ui/When.tsx';
import { GRAVE, text, useOddityWords } from './oddity-words.ts';

/** One thing that does not add up: what is known of it, and what came of it. */
export function OddityDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('campus');
  const found = useCall(getOddities, { sysid: id, page: 1, pageSize: 1 }, { enabled: id !== undefined });
  const oddity = found.data?.rows.find(({ sysid }) => sysid === id);
  return (
    <DetailDrawer title={oddity?.names ?? t('odd.one')} opened={id !== undefined} onClose={onClose}>
      {oddity ? (
        <Stack gap="lg">
          {oddity.kind === GRAVE && !oddity.settledAt && (
            <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
              {t('odd.graveHint')}
            </Alert>
          )}
          <Known oddity={oddity} />
          {oddity.settledAt ? <Settled oddity={oddity} /> : <SettleForm sysid={oddity.sysid} onDone={onClose} />}
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

function Known({ oddity }: { oddity: Oddity }) {
  const { t } = useTranslation('campus');
  const words = useOddityWords();
  const { detail } = oddity;
  const optional: [string, string][] = [
    [t('fields.event'), words.event(detail)],
    [t('fields.method'), words.method(detail)],
    [t('fields.bus'), text(detail.busNumberPlate)],
  ];
  return (
    <Facts
      facts={[
        [t('fields.kind'), t(`kinds.${oddity.kind}`)],
        [t('fields.why'), words.why(oddity)],
        [t('fields.number'), oddity.admissionNumber],
        [t('fields.class'), oddity.className],
        ...optional.filter(([, value]) => value !== ''),
        [t('fields.happened'), <When key="happened" moment={text(detail.occurredAt) || oddity.date} />],
        [t('fields.date'), <When key="date" moment={oddity.date} />],
        ...(text(detail.since)
          ? [[t('fields.stateSince'), <When key="since" moment={text(detail.since)} />] as const]
          : []),
        [t('fields.by'), oddity.recordedBy],
      ]}
    />
  );
}

function Settled({ oddity }: { oddity: Oddity }) {
  const { t } = useTranslation('campus');
  return (
    <Alert color="green" variant="light" icon={<IconCircleCheck aria-hidden />} title={oddity.note}>
      {t('odd.settledBy', { by: oddity.settledBy ?? '' })} <When moment={oddity.settledAt ?? ''} />
    </Alert>
  );
}

function SettleForm({ sysid, onDone }: { sysid: string; onDone: () => void }) {
  const { t } = useTranslation('campus');
  const form = useContractForm(settleOddity, { sysid, note: '' });
  const settle = useRecord(settleOddity, {
    refresh: [getOddities],
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
