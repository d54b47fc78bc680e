import { Alert, Button, Group, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { type ImportAnswer, type ImportKind, markSheet, type readSheet } from '@mfuko/contract/imports';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { fetchFile } from '../../lib/request.ts';
import { save } from '../../ui/list-export.ts';
import { showError, showNotice } from '../../ui/notify.tsx';
import classes from './Imports.module.css';
import type { Mapping } from './kinds.ts';
import { Fault, Preview } from './Preview.tsx';

interface CheckStepProps {
  readonly kind: ImportKind;
  readonly file: File;
  readonly sheet: AnswerOf<typeof readSheet>;
  readonly mapping: Mapping;
  readonly answer: ImportAnswer;
  readonly createClasses: boolean;
  readonly onCreateClasses: (on: boolean) => void;
  readonly partial: boolean;
  readonly onPartial: (on: boolean) => void;
  readonly onColumns: () => void;
  readonly onOtherFile: () => void;
  readonly onRecord: () => void;
}

/** What the file would do, and what is wrong with it, before anything is recorded. */
export function CheckStep(props: CheckStepProps) {
  const { kind, file, sheet, mapping, answer, createClasses, partial } = props;
  const { t } = useTranslation('imports');
  const { errors } = answer;
  const wrong = new Set(errors.map(({ row }) => row)).size;
  const headless = errors.filter(({ cell }) => cell === null);
  const good = answer.created + answer.updated;
  const asksForClasses = kind === 'students' && (createClasses || errors.some(({ why }) => why === 'class-unknown'));

  async function download() {
    const input = { Sheet: file, kind, createClasses, onlyWrong: partial, mapping: JSON.stringify(mapping) };
    try {
      const name = file.name.replace(/\.[^.]*$/, '');
      save(await fetchFile(markSheet, input), `${t('check.mendName', { name })}.xlsx`);
    } catch (error) {
      showError(error);
    }
  }
  function record() {
    if (wrong > 0 && !partial) showNotice(t('check.wrongTitle'), t('check.wrongHint'));
    else if (good === 0) showNotice(t('check.nothingTitle'), t('check.nothingHint'));
    else props.onRecord();
  }
  return (
    <Stack gap="md">
      <Counts answer={answer} kind={kind} />
      {headless.length > 0 && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('columns.missing')} role="alert">
          {headless.map((error) => (
            <div key={error.field}>
              {error.column}: <Fault error={error} />
            </div>
          ))}
        </Alert>
      )}
      {wrong > 0 && (
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
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => void download()}
          >
            {t('check.mend')}
          </Button>
        </Group>
      )}
      {asksForClasses && (
        <Switch
          label={t('check.createClasses')}
          checked={createClasses}
          onChange={(event) => props.onCreateClasses(event.currentTarget.checked)}
        />
      )}
      {kind === 'students' && (
        <Text size="sm" c="dimmed">
          {t('check.pins')}
        </Text>
      )}
      <Preview key={wrong} sheet={sheet} mapping={mapping} errors={errors} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={props.onOtherFile}>
          {t('check.otherFile')}
        </Button>
        <Button variant="default" onClick={props.onColumns}>
          {t('steps.columns')}
        </Button>
        <Button onClick={record}>{t(`kinds.${kind}.record`, { count: good, shown: formatCount(good) })}</Button>
      </Group>
    </Stack>
  );
}

/** The numbers of an answer, in words. */
export function Counts({ answer, kind, done = false }: { answer: ImportAnswer; kind: ImportKind; done?: boolean }) {
  const { t } = useTranslation('imports');
  const wrong = new Set(answer.errors.map(({ row }) => row)).size;
  const counts = [
    { name: t('counts.rows'), count: answer.rows },
    { name: t(done ? `kinds.${kind}.recorded` : `kinds.${kind}.created`), count: answer.created },
    ...(kind === 'students' ? [{ name: t(done ? 'counts.changed' : 'counts.updated'), count: answer.updated }] : []),
    { name: t('counts.skipped'), count: answer.skipped },
    { name: t('counts.wrong'), count: wrong, isWrong: wrong > 0 },
  ];
  return (
    <dl className={classes.counts}>
      {counts.map(({ name, count, isWrong }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-wrong={isWrong || undefined}>{count === 0 ? '0' : formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
