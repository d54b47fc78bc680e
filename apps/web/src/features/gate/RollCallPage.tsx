import { Button, Skeleton, Stack, TextInput } from '@mantine/core';
import { closeRollCall, getRollCall, openRollCall } from '@mfuko/contract/roll-calls';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { showError } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RollCallEnd } from './RollCallEnd.tsx';
import { RollCallMarshal } from './RollCallMarshal.tsx';

/** Other marshals tick meanwhile. */
const AGAIN_MS = 4_000;

/** Roll call of an evacuation: who is still missing, ticked by several marshals at once. */
export function RollCallPage() {
  const { t } = useTranslation('campus');
  const [anew, setAnew] = useState(false);
  const found = useCall(getRollCall, {}, { refetchInterval: AGAIN_MS, staleTime: 0 });
  const none = found.error instanceof CallError && found.error.problem === 'roll-call.not-found';
  const running = found.data && !found.data.closed;
  return (
    <>
      <PageHeader title={t('rollCall.title')} subtitle={t('rollCall.hint')} />
      {found.data && running ? (
        <RollCallMarshal key={found.data.sysid} rollCall={found.data} onTaken={() => void found.refetch()} />
      ) : found.data && !anew ? (
        <RollCallEnd rollCall={found.data} onAnew={() => setAnew(true)} />
      ) : none || found.data ? (
        <OpenForm onOpened={() => setAnew(false)} />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </>
  );
}

function OpenForm({ onOpened }: { onOpened: () => void }) {
  const { t } = useTranslation('campus');
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const open = useRecord(openRollCall, {
    refresh: [getRollCall, closeRollCall],
    onDone: onOpened,
    onError: showError,
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(reason.trim() === '');
    if (reason.trim() !== '') open.mutate({ reason: reason.trim() });
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={480}>
        <TextInput
          label={t('rollCall.reason')}
          description={t('rollCall.reasonHint')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={missing && reason.trim() === '' ? t('rollCall.reasonMissing') : null}
          maxLength={200}
          autoComplete="off"
          size="md"
          required
        />
        <Button type="submit" size="lg" color="red" loading={open.isPending}>
          {t('rollCall.open')}
        </Button>
      </Stack>
    </form>
  );
}
