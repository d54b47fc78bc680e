import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { closeRollCall, getRollCall } from '@mfuko/contract/roll-calls';
import { whoAmI } from '@mfuko/contract/session';
import { IconCloudUpload } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { formatCount, formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import type { Answer } from '../../lib/request.ts';
import { useSignedIn } from '../../lib/session.ts';
import { AskDialog } from '../../ui/AskDialog.tsx';
import { showError } from '../../ui/notify.tsx';
import { useTicks } from './roll-call-ticks.ts';

interface RollCallMarshalProps {
  readonly rollCall: Answer<typeof getRollCall>;
  /** Some ticks of this device have arrived. */
  readonly onTaken: () => void;
}

/** One marshal at work: a press or a number for each child who is there, with or without a network. */
export function RollCallMarshal({ rollCall, onTaken }: RollCallMarshalProps) {
  const { t } = useTranslation('campus');
  const me = useSignedIn();
  // By name: a user name is a phone number, and a family reads who has seen its child.
  const names = useCall(whoAmI, {}, { staleTime: Number.POSITIVE_INFINITY }).data?.names ?? me.role;
  const { waiting, away, tick } = useTicks(rollCall.sysid, names, onTaken);
  const seen = new Set(waiting.map(({ admissionNumber }) => admissionNumber));
  const missing = rollCall.missing.filter(({ admissionNumber }) => !seen.has(admissionNumber));
  const accounted = rollCall.expected - missing.length;
  const classes = Map.groupBy(missing, ({ className }) => className);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('rollCall.since', { reason: rollCall.reason, at: formatDate(rollCall.opened) })}
      </Text>
      <SimpleGrid cols={{ base: 2 }} maw={480}>
        <Figure
          name={t('rollCall.accounted')}
          value={t('rollCall.of', { accounted: formatCount(accounted), expected: formatCount(rollCall.expected) })}
        />
        <Figure name={t('rollCall.missing')} value={formatCount(missing.length)} />
      </SimpleGrid>
      <div role="status">
        {waiting.length > 0 && away && (
          <Alert color="yellow" variant="light" icon={<IconCloudUpload aria-hidden />}>
            {t('rollCall.waiting', { count: waiting.length, shown: formatCount(waiting.length) })}
          </Alert>
        )}
        {missing.length === 0 && <Alert color="green">{t('rollCall.all')}</Alert>}
      </div>
      <NumberEntry onNumber={tick} />
      {[...classes].map(([className, children]) => (
        <section key={className} aria-label={className}>
          <Title order={2} size="h5" mb="xs">
            {className} · {formatCount(children.length)}
          </Title>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="xs">
            {children.map(({ admissionNumber, names }) => (
              <Button
                key={admissionNumber}
                variant="default"
                size="lg"
                justify="space-between"
                rightSection={<Text c="dimmed">{admissionNumber}</Text>}
                onClick={() => tick(admissionNumber)}
              >
                {names}
              </Button>
            ))}
          </SimpleGrid>
        </section>
      ))}
      {me.role !== 'CheckAgent' && <End sysid={rollCall.sysid} missing={missing.length} />}
    </Stack>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <Paper withBorder p="md">
      <Text size="sm">{name}</Text>
      <Text size="xl" fw={700}>
        {value}
      </Text>
    </Paper>
  );
}

function NumberEntry({ onNumber }: { onNumber: (admissionNumber: string) => void }) {
  const { t } = useTranslation('campus');
  const [number, setNumber] = useState('');
  const field = useRef<HTMLInputElement>(null);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (number !== '') onNumber(number);
    setNumber('');
    field.current?.focus();
  }
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-end" gap="sm">
        <TextInput
          ref={field}
          label={t('rollCall.number')}
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value.replace(/\D/g, '').slice(0, 12))}
          inputMode="numeric"
          autoComplete="off"
          size="lg"
          data-card="takes"
        />
        <Button type="submit" size="lg">
          {t('rollCall.there')}
        </Button>
      </Group>
    </form>
  );
}

function End({ sysid, missing }: { sysid: string; missing: number }) {
  const { t } = useTranslation('campus');
  const [asking, setAsking] = useState(false);
  const close = useRecord(closeRollCall, {
    refresh: [getRollCall],
    onDone: () => setAsking(false),
    onError: showError,
  });
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('rollCall.end')}
      </Button>
      {asking && (
        <AskDialog
          question={t('rollCall.endAsk')}
          what={
            missing > 0 ? t('rollCall.endMissing', { count: missing, shown: formatCount(missing) }) : t('rollCall.all')
          }
          act={t('rollCall.end')}
          busy={close.isPending}
          forGood
          onYes={() => close.mutate({ sysid })}
          onClose={() => setAsking(false)}
        />
      )}
    </Group>
  );
}
