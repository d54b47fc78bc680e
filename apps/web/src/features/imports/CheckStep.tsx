import '@mantine/core/styles/SegmentedControl.css';
import { Alert, Box, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import type { ImportAnswer, ImportKind } from '@mfuko/contract/imports';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { ChannelField } from '../../school/ChannelField.tsx';
import { showNotice } from '../../ui/notify.tsx';
import { BankTotal, useBankTotal } from './BankTotal.tsx';
import { Counts } from './Counts.tsx';
import { faultsOf, namesNoGuardians, waitingForClass } from './corrections.ts';
import { FaultyRowsButton } from './FaultyRowsButton.tsx';
import { heldBy } from './held-by.ts';
import { NewClasses } from './NewClasses.tsx';
import type { OpenedList } from './opened-list.ts';
import { Preview } from './Preview.tsx';
import { Fault } from './PreviewRow.tsx';
import { RecordButton } from './RecordButton.tsx';
import { DifferingTotals, Totals } from './Totals.tsx';
import { WarningAlerts } from './WarningAlerts.tsx';
import { type ImportWarning, warningsOf } from './warnings.ts';

interface CheckStepProps {
  readonly kind: ImportKind;
  readonly list: OpenedList;
  readonly answer: ImportAnswer;
  /** True while the changed list is being checked again; the answer is that of the former list. */
  readonly checking: boolean;
  /** Checks the list again with the changes: corrected cells, rows left out, the class or the channel. */
  readonly onChange: (
    changes: Partial<Pick<OpenedList, 'mends' | 'setAside' | 'decided' | 'createClasses' | 'channel'>>,
  ) => void;
  readonly partial: boolean;
  readonly onPartial: (on: boolean) => void;
  readonly onColumns: () => void;
  readonly onOtherFile: () => void;
  readonly onRecord: () => void;
}

/** Shows the outcome that the file would have, with its faults, before anything is recorded. */
export function CheckStep(props: CheckStepProps) {
  const { kind, list, answer, partial } = props;
  const { channel, setAside } = list;
  const { t } = useTranslation('imports');
  const [lookedAt, setLookedAt] = useState<readonly string[]>([]);
  const bank = useBankTotal(answer.amount + answer.amountPaidBefore);
  const faults = faultsOf(answer);
  const wrong = new Set(faults.map(({ row }) => row)).size;
  const waiting = waitingForClass(answer);
  const leaveOut = (rows: readonly number[]) => props.onChange({ setAside: rows });
  const held = heldBy(answer, list, partial);
  // Faults of a missing column are listed once, not for each row.
  const nowhere = faults
    .filter(({ cell }) => cell === null)
    .map((error) => [`${error.field} ${error.why}`, error] as const);
  const headless = [...new Map(nowhere).values()];
  const good = answer.created + answer.updated;
  const warnings = warningsOf(answer);
  const titleOf = ({ about, count }: ImportWarning) => t(about === 'names' ? 'names.title' : 'phones.title', { count });
  const hintOf = ({ about }: ImportWarning) => (about === 'names' ? t(`names.hints.${kind}`) : t('phones.hint'));
  const warning = warnings.find(({ shown }) => !lookedAt.includes(shown));

  function record() {
    if (good === 0 && wrong + waiting > 0) showNotice(t('check.nothingTitle'), t('check.nothingGood'));
    else if (good === 0) showNotice(t('check.nothingTitle'), t('check.nothingHint'));
    else if (warning) showNotice(titleOf(warning), hintOf(warning));
    else if (bank.differs) showNotice(t('bank.differs'), t('bank.differsHint'));
    else props.onRecord();
  }
  return (
    <Stack gap="md">
      <Counts answer={answer} kind={kind} />
      {kind === 'deposits' && (
        <Box maw={420}>
          <ChannelField value={channel} onChange={(to) => props.onChange({ channel: to })} />
          <Text size="sm" c="dimmed" mt={4} role="status">
            {t(`booked.${channel}`)}
          </Text>
        </Box>
      )}
      {kind === 'deposits' && (
        <BankTotal {...bank} noSlips={channel === 'bank' && !Object.values(list.mapping).includes('reference')} />
      )}
      {headless.length > 0 && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('columns.missing')} role="alert">
          {headless.map((error) => (
            <div key={`${error.field} ${error.why}`}>
              {error.column}: <Fault error={error} />
            </div>
          ))}
        </Alert>
      )}
      {answer.totalsThatDiffer.length > 0 && <DifferingTotals answer={answer} list={list} onDecide={props.onChange} />}
      {answer.totals.length > 0 && <Totals totals={answer.totals} setAside={setAside} onSetAside={leaveOut} />}
      {answer.newClasses.length > 0 && (
        <NewClasses
          key={answer.newClasses.map(({ name }) => name).join()}
          list={list}
          classes={answer.newClasses}
          onChange={props.onChange}
        />
      )}
      <WarningAlerts warnings={warnings} hintOf={hintOf} lookedAt={lookedAt} onLookedAt={setLookedAt} />
      {wrong + waiting > 0 && (
        <Group gap="md" align="center">
          <SegmentedControl
            aria-label={t('check.mode')}
            value={partial ? 'good' : 'all'}
            onChange={(value) => props.onPartial(value === 'good')}
            data={[
              { value: 'all', label: t('check.all') },
              { value: 'good', label: t('check.good') },
            ]}
          />
          <FaultyRowsButton kind={kind} list={list} onlyWrong={partial} />
        </Group>
      )}
      {kind === 'students' && (
        <Text size="sm" c="dimmed">
          {t('check.pins')} {namesNoGuardians(list) && t('check.unnamed')}
        </Text>
      )}
      <Preview
        key={list.file.name}
        list={list}
        answer={answer}
        onCorrect={(cell, text) => props.onChange({ mends: { ...list.mends, [cell]: text } })}
        onSetAside={leaveOut}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={props.onOtherFile}>
          {t('check.otherFile')}
        </Button>
        <Button variant="default" onClick={props.onColumns}>
          {t('steps.columns')}
        </Button>
        <RecordButton
          kind={kind}
          good={good}
          held={held && t(held.why, { count: held.count })}
          hint={held && t(held.hint)}
          checking={props.checking}
          onPress={record}
        />
      </Group>
    </Stack>
  );
}
