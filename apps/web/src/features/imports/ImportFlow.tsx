import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import {
  getImportProgress,
  getImports,
  type ImportAnswer,
  type ImportField,
  type ImportKind,
  readSheet,
} from '@mfuko/contract/imports';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/problems.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import { call } from '../../lib/request.ts';
import { hideNotices, showDone, showError } from '../../ui/notify.tsx';
import { StepTitle } from '../../ui/StepTitle.tsx';
import { WizardSteps } from '../../ui/WizardSteps.tsx';
import { CheckStep, Counts } from './CheckStep.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { FileStep } from './FileStep.tsx';
import { KINDS, type Mapping, missingFields } from './kinds.ts';
import { Undo, type Undoable } from './Undo.tsx';

interface ImportFlowProps {
  readonly kind: ImportKind;
  /** Beside the result: where what was recorded is to be seen. */
  readonly whereTo?: ReactNode;
}

interface Opened {
  readonly file: File;
  readonly sheet: AnswerOf<typeof readSheet>;
}

type Step = 'file' | 'columns' | 'check' | 'done';
const STEPS: readonly Step[] = ['file', 'columns', 'check', 'done'];

/** From a file to what is recorded: its columns, what is wrong in which cell, all of it or its good rows. */
export function ImportFlow({ kind, whereTo }: ImportFlowProps) {
  const { t } = useTranslation('imports');
  const { upload, part, changes } = KINDS[kind];
  const [step, setStep] = useState<Step>('file');
  const [arrived, setArrived] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [mapping, setMapping] = useState<Mapping>({});
  const [createClasses, setCreateClasses] = useState(false);
  const [partial, setPartial] = useState(false);
  const [answer, setAnswer] = useState<ImportAnswer | null>(null);
  const [progress, setProgress] = useState('');
  const [undoing, setUndoing] = useState<Undoable | null>(null);
  const record = useRecord(upload as typeof KINDS.students.upload, {
    overlay: false,
    refresh: [getImports, ...changes],
    onDone: (done) => {
      setAnswer(done);
      go('done');
      showDone(t(`kinds.${kind}.done`), { keep: true });
    },
    onError: (error) => {
      // Somebody changed the school since it was checked: what is wrong now is shown where it is.
      if (error instanceof CallError && error.problem === 'import.has-errors') setAnswer(error.detail as ImportAnswer);
      showError(error);
    },
  });

  function go(to: Step) {
    setArrived(true);
    setStep(to);
  }
  function inputFor(file: File, columns: Mapping, classes: boolean) {
    return {
      [part]: file,
      createClasses: kind === 'students' ? classes : undefined,
      mapping: JSON.stringify(columns),
    } as never;
  }
  async function open(file: File) {
    // What was said of another file is no longer so.
    hideNotices();
    try {
      const sheet = await call(readSheet, { Sheet: file, kind });
      const guessed = Object.fromEntries(
        sheet.columns.flatMap(({ letter, field }) => (field ? [[letter, field as ImportField]] : [])),
      );
      setOpened({ file, sheet });
      setMapping(guessed);
      setPartial(false);
      const sure = missingFields(kind, guessed).length === 0 && sheet.columns.every(({ field }) => field !== null);
      if (sure) await check(file, guessed, createClasses);
      else go('columns');
    } catch (error) {
      showError(error);
    }
  }
  async function check(file: File, columns: Mapping, classes: boolean) {
    try {
      const input = inputFor(file, columns, classes);
      const found = await call(upload, input, { query: { dryRun: true } });
      setAnswer(found as ImportAnswer);
      go('check');
    } catch (error) {
      showError(error);
    }
  }
  function recordIt() {
    if (!opened) return;
    const id = crypto.randomUUID();
    setProgress(id);
    record.mutate({ ...(inputFor(opened.file, mapping, createClasses) as object), partial, progress: id } as never);
  }
  function restart() {
    setOpened(null);
    setAnswer(null);
    go('file');
  }
  const title = t(`steps.${step}`);
  const sysid = answer?.batchSYSID;
  return (
    <Stack gap="md">
      <WizardSteps steps={STEPS.map((each) => t(`steps.${each}`))} current={STEPS.indexOf(step)} />
      <StepTitle
        key={step}
        title={opened && step !== 'file' ? `${title}: ${opened.file.name}` : title}
        arrived={arrived}
      />
      {step === 'file' && <FileStep kind={kind} onFile={open} />}
      {step === 'columns' && opened && (
        <ColumnsStep
          kind={kind}
          sheet={opened.sheet}
          mapping={mapping}
          onMapping={setMapping}
          onBack={restart}
          onNext={() => void check(opened.file, mapping, createClasses)}
        />
      )}
      {step === 'check' && opened && answer && record.isPending && <Waiting id={progress} />}
      {step === 'check' && opened && answer && !record.isPending && (
        <CheckStep
          kind={kind}
          file={opened.file}
          sheet={opened.sheet}
          mapping={mapping}
          answer={answer}
          createClasses={createClasses}
          onCreateClasses={(on) => {
            setCreateClasses(on);
            void check(opened.file, mapping, on);
          }}
          partial={partial}
          onPartial={setPartial}
          onColumns={() => go('columns')}
          onOtherFile={restart}
          onRecord={recordIt}
        />
      )}
      {step === 'done' && answer && (
        <Stack gap="md">
          <Text fw={600}>{t(`kinds.${kind}.done`)}</Text>
          <Counts answer={answer} kind={kind} done />
          <Group gap="sm">
            {whereTo}
            <Button variant="default" onClick={restart}>
              {t('done.another')}
            </Button>
            {sysid && kind === 'students' && (
              <Button
                variant="default"
                leftSection={<IconArrowBackUp size={18} aria-hidden />}
                onClick={() => setUndoing({ sysid, fileName: opened?.file.name ?? '' })}
              >
                {t('undo.act')}
              </Button>
            )}
          </Group>
          <Undo kind={kind} asked={undoing} onClose={() => setUndoing(null)} onUndone={restart} />
        </Stack>
      )}
    </Stack>
  );
}

const ASK_EVERY_MS = 1_000;

/** How far the recording is: PINs are sealed one by one, which takes a while. */
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
