import { Button, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { closeTill, countTill, type Till } from '@mfuko/contract/tills';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useRecord } from '../../lib/queries.ts';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { useDraftState } from '../../ui/draft-storage.ts';
import { Facts } from '../../ui/Facts.tsx';
import { useContractForm } from '../../ui/form.ts';
import { Money } from '../../ui/Money.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { CountGrid } from './CountGrid.tsx';
import { countsOf, type Typed } from './pieces.ts';
import { TILL_READS } from './refreshed.ts';
import { Variance } from './Variance.tsx';

const NOTHING: Typed = {};

interface CloseTillProps {
  readonly till: Till;
  readonly onBack: () => void;
  readonly onClosed: (sysid: string) => void;
}

interface Compared {
  readonly expected: number;
  readonly counted: number;
  readonly variance: number;
  readonly reasonNeeded: boolean;
}

/** Counts a till blindly: the expected amount is shown only after the count, and each comparison is recorded. */
export function CloseTill({ till, onBack, onClosed }: CloseTillProps) {
  const { t } = useTranslation('tills');
  const [typed, setTyped] = useDraftState<Typed>(`till:${till.sysid}`, NOTHING);
  const [compared, setCompared] = useState<Compared>();
  const count = useRecord(countTill, { onDone: setCompared, onError: showError });
  function submit(event: FormEvent) {
    event.preventDefault();
    count.mutate({ sysid: till.sysid, counts: countsOf(typed) });
  }
  function retype(next: Typed) {
    setCompared(undefined);
    setTyped(() => next);
  }
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <CountGrid typed={typed} onType={retype} />
          <Group gap="sm">
            <Button variant="default" onClick={onBack}>
              {t('close.back')}
            </Button>
            <Button type="submit" variant={compared ? 'default' : 'filled'} loading={count.isPending}>
              {t('close.compare')}
            </Button>
          </Group>
        </Stack>
      </form>
      {compared && (
        <Finish
          key={JSON.stringify(compared)}
          till={till}
          typed={typed}
          compared={compared}
          onMoved={() => setCompared(undefined)}
          onClosed={(sysid) => {
            setTyped(() => NOTHING);
            onClosed(sysid);
          }}
        />
      )}
    </SimpleGrid>
  );
}

interface FinishProps {
  readonly till: Till;
  readonly typed: Typed;
  readonly compared: Compared;
  /** Called where money has moved since: the count is compared with the books again. */
  readonly onMoved: () => void;
  readonly onClosed: (sysid: string) => void;
}

/** Final step: the result of the count, and the further input that the close needs. */
function Finish({ till, typed, compared, onMoved, onClosed }: FinishProps) {
  const { t } = useTranslation('tills');
  const result = useRef<HTMLDivElement>(null);
  const counts = countsOf(typed);
  const { expected } = compared;
  const form = useContractForm(closeTill, { sysid: till.sysid, counts, expected, reason: '', left: '0' });
  const close = useMoneyRecord(closeTill, {
    refresh: TILL_READS,
    onDone: (closed) => {
      showDone(t('close.done'));
      onClosed(closed.sysid);
    },
    onError: (error) => {
      showRefusal(form, error, { 'till.reason-needed': 'reason' });
      if (error instanceof CallError && error.problem === 'till.moved') onMoved();
    },
  });
  useEffect(() => {
    result.current?.focus();
  }, []);
  function submit(values: typeof form.values) {
    if (compared.reasonNeeded && values.reason.trim() === '') {
      form.setFieldError('reason', t('close.reasonMissing'));
      form.getInputNode('reason')?.focus();
    } else close.mutate({ ...values, left: values.left === '' ? '0' : values.left });
  }
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        <Paper withBorder p="md" ref={result} tabIndex={-1} role="status">
          <Facts
            facts={[
              [t('result.expected'), <Money key="expected" value={compared.expected} />],
              [t('result.counted'), <Money key="counted" value={compared.counted} />],
              [t('result.variance'), <Variance key="variance" value={compared.variance} />],
            ]}
          />
        </Paper>
        {compared.variance !== 0 && (
          <Text size="sm">{t(compared.reasonNeeded ? 'close.reasonHint' : 'close.varianceHint')}</Text>
        )}
        <TextInput
          {...form.getInputProps('reason')}
          label={t('close.reason')}
          required={compared.reasonNeeded}
          maxLength={200}
          autoComplete="off"
        />
        <AmountField {...form.getInputProps('left')} label={t('close.left')} description={t('close.leftHint')} />
        <Group justify="flex-end">
          <Button type="submit" loading={close.isPending}>
            {t('close.act')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
