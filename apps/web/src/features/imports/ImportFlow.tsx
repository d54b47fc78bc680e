import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import { getImportProgress, type ImportKind } from '@mfuko/contract/imports';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { ChannelField } from '../../school/ChannelField.tsx';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { LostAnswer } from '../../ui/LostAnswer.tsx';
import { StepTitle } from '../../ui/StepTitle.tsx';
import { WizardSteps } from '../../ui/WizardSteps.tsx';
import { CheckStep } from './CheckStep.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { Counts } from './Counts.tsx';
import { EARLIER_IMPORTS } from './EarlierImports.tsx';
import { FileStep } from './FileStep.tsx';
import { cameTo } from './kinds.ts';
import { LeftOutButton } from './LeftOutButton.tsx';
import { Undo, type Undoable } from './Undo.tsx';
import { STEPS, useImport } from './useImport.ts';

interface ImportFlowProps {
  readonly kind: ImportKind;
  /** Link beside the result to the recorded data. */
  readonly whereTo?: ReactNode;
}

/** Search parameters of the list of earlier uploads below. */
const SEARCH_OF_EARLIER = ['search', 'sort', 'page', 'pageSize', 'hide'];

/** Flow of an import: columns, faults, and recording of all rows or of the good rows only. */
export function ImportFlow({ kind, whereTo }: ImportFlowProps) {
  const { t } = useTranslation('imports');
  const flow = useImport(kind);
  const { step, list, answer } = flow;
  const [undoing, setUndoing] = useState<Undoable | null>(null);
  const title = t(`steps.${step}`);
  const sysid = answer?.batchSYSID;
  const byHand = (list?.setAside ?? []).filter((row) => !list?.totalsOut?.includes(row));
  const corrected = Object.keys(list?.mends ?? {}).length + byHand.length;
  return (
    <Stack gap="md">
      <LeaveGuard
        when={step === 'check' && corrected > 0}
        question={t('leave.question')}
        consequence={t('leave.consequence', { count: corrected })}
        act={t('leave.act')}
        harmless={SEARCH_OF_EARLIER}
      />
      <WizardSteps steps={STEPS.map((each) => t(`steps.${each}`))} current={STEPS.indexOf(step)} />
      <StepTitle
        key={step}
        title={list && step !== 'file' ? `${title}: ${list.file.name}` : title}
        arrived={flow.arrived}
      />
      {step === 'file' && (
        <FileStep
          kind={kind}
          onFile={flow.open}
          options={kind === 'deposits' && <ChannelField value={flow.channel} onChange={flow.setChannel} />}
        />
      )}
      {step === 'columns' && list && (
        <ColumnsStep
          kind={kind}
          sheet={list.sheet}
          mapping={list.mapping}
          onMapping={flow.setMapping}
          onBack={flow.restart}
          onNext={() => void flow.check(list)}
        />
      )}
      {step === 'check' && list && answer && flow.recording && <Waiting id={flow.progress} />}
      {step === 'check' && list && answer && (
        // Hidden instead of unmounted: after a lost answer the bank's total and the confirmed warnings are still filled in.
        <div hidden={flow.recording}>
          <CheckStep
            kind={kind}
            list={list}
            answer={answer}
            checking={flow.checking}
            onChange={(changes) => void flow.check({ ...list, ...changes })}
            partial={flow.partial}
            onPartial={flow.setPartial}
            onColumns={flow.toColumns}
            onOtherFile={flow.restart}
            onRecord={flow.record}
          />
        </div>
      )}
      {step === 'check' && list && flow.lost && (
        <LostAnswer
          title={t('lost.title')}
          message={t('lost.message', { file: list.file.name })}
          act={t('lost.act')}
          listId={EARLIER_IMPORTS}
        />
      )}
      {step === 'done' && answer && (
        <Stack gap="md">
          <Text fw={600}>{t(`kinds.${kind}.${cameTo(answer)}`)}</Text>
          <Counts answer={answer} kind={kind} done />
          {list && kind === 'deposits' && cameTo(answer) === 'done' && (
            <Text size="sm">{t(`booked.${list.channel}`)}</Text>
          )}
          <Group gap="sm">
            {whereTo}
            <Button variant="default" onClick={flow.restart}>
              {t('done.another')}
            </Button>
            {sysid && answer.errors.length + answer.setAside > 0 && (
              <LeftOutButton sysid={sysid} fileName={list?.file.name ?? ''} />
            )}
            {sysid && kind === 'students' && (
              <Button
                variant="default"
                leftSection={<IconArrowBackUp size={18} aria-hidden />}
                onClick={() => setUndoing({ sysid, fileName: list?.file.name ?? '' })}
              >
                {t('undo.act')}
              </Button>
            )}
          </Group>
          <Undo kind={kind} asked={undoing} onClose={() => setUndoing(null)} onUndone={flow.restart} />
        </Stack>
      )}
    </Stack>
  );
}

const ASK_EVERY_MS = 1_000;
/** Progress of the recording; each PIN is encrypted one by one, which takes a while. */
function Waiting({ id }: { id: string }) {
  const { t } = useTranslation('imports');
  const told = useCall(getImportProgress, { sysid: id }, { refetchInterval: ASK_EVERY_MS, staleTime: 0 });
  const { step = 'reading', done = 0, total = 0 } = told.data ?? {};
  const share = total > 0 ? (100 * done) / total : step === 'recording' ? 100 : 5;
  return (
    <Paper withBorder p="lg" role="status">
      <Stack gap="sm">
        <Text fw={600}>{t(`waiting.${step}`)}</Text>
        <Progress value={share} animated aria-label={t('waiting.label')} />
        <Text size="sm" c="dimmed">
          {total > 0 ? t('waiting.count', { done, total }) : t('waiting.hint')}
        </Text>
      </Stack>
    </Paper>
  );
}
