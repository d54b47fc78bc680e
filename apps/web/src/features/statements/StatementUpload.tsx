import '@mantine/core/styles/SegmentedControl.css';
import { Button, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import {
  getMpesaStatements,
  type MpesaStatement,
  previewMpesaStatement,
  STATEMENT_FAULTS,
  type StatementPreview,
  type StatementPreviewRow,
  uploadMpesaStatement,
} from '@mfuko/contract/mpesa-statements';
import { getPayments, getProviderRegistration } from '@mfuko/contract/payments';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError, isSilence } from '../../lib/problems.ts';
import { queryKey } from '../../lib/queries.ts';
import { call } from '../../lib/request.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { FilePicker } from '../../ui/FilePicker.tsx';
import { LostAnswer } from '../../ui/LostAnswer.tsx';
import { hideNotices, showDone, showError } from '../../ui/notify.tsx';
import { StatementRows } from './StatementRows.tsx';
import classes from './Statements.module.css';

/** Id of the heading of earlier statements, which receives the focus. */
export const EARLIER_STATEMENTS = 'earlier-statements';

/** Upload of a file from the M-Pesa portal: the preview, then the recording with queries to M-Pesa. */
export function StatementUpload({ onDone }: { onDone: (statement: MpesaStatement) => void }) {
  const { t } = useTranslation('payments');
  const [file, setFile] = useState<File | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [seen, setSeen] = useState<StatementPreview | null>(null);
  const [lost, setLost] = useState(false);
  const queries = useQueryClient();
  const upload = useSureRecord(uploadMpesaStatement, {
    refresh: [getMpesaStatements, getPayments, getProviderRegistration],
    onDone: (statement) => {
      restart();
      showDone(t('statements.done'));
      onDone(statement);
    },
    onError: (error) => {
      if (!(error instanceof CallError && isSilence(error))) return showError(error);
      // The statement may be recorded all the same: the list shows if so.
      void queries.invalidateQueries({ queryKey: queryKey(getMpesaStatements) });
      setLost(true);
    },
  });
  function restart() {
    setLost(false);
    setFile(null);
    setSeen(null);
    setWrong(null);
  }
  function send() {
    if (!file) return;
    setLost(false);
    upload.mutate({ Statement: file });
  }
  async function look() {
    if (!file) return setWrong(t('statements.fileMissing'));
    hideNotices();
    setBusy(true);
    try {
      setSeen(await call(previewMpesaStatement, { Statement: file }));
    } catch (error) {
      const fault =
        error instanceof CallError ? STATEMENT_FAULTS.find((each) => each === error.detail.fault) : undefined;
      if (fault) setWrong(t(`statements.faults.${fault}`));
      else showError(error);
    }
    setBusy(false);
  }
  if (seen && file)
    return (
      <Stack gap="md">
        <Seen seen={seen} busy={upload.isPending} onOther={restart} onUpload={send} />
        {lost && (
          <LostAnswer
            title={t('statements.lost.title')}
            message={t('statements.lost.message', { file: file.name })}
            act={t('statements.lost.act')}
            listId={EARLIER_STATEMENTS}
          />
        )}
      </Stack>
    );
  return (
    <Stack gap="md" maw={640}>
      <Text size="sm">{t('statements.hint')}</Text>
      <FilePicker
        label={t('statements.file')}
        accept=".csv,.xlsx"
        file={file}
        error={wrong}
        onPick={(picked) => {
          setFile(picked);
          setWrong(null);
        }}
      />
      <Group justify="flex-end">
        <Button onClick={() => void look()} loading={busy}>
          {t('statements.look')}
        </Button>
      </Group>
    </Stack>
  );
}

interface SeenProps {
  readonly seen: StatementPreview;
  readonly busy: boolean;
  readonly onOther: () => void;
  readonly onUpload: () => void;
}

function Seen({ seen, busy, onOther, onUpload }: SeenProps) {
  const { t } = useTranslation('payments');
  const [all, setAll] = useState(false);
  const open = seen.rows.filter(({ kind }) => kind === 'missing' || kind === 'waiting' || kind === 'differs');
  const known = seen.rows.filter(({ kind }) => kind === 'known').length;
  const shown = all ? seen.rows : open;
  const counts = [
    [t('statements.toAsk'), formatCount(seen.toAsk)],
    [t('statements.sum'), formatMoney(seen.amount)],
    [t('statements.known'), formatCount(known)],
    [t('statements.rest'), formatCount(seen.rows.length - known - open.length)],
  ] as const;
  const stateOf = ({ kind, booked }: StatementPreviewRow) =>
    t(`statements.kinds.${kind}`, { booked: booked === null ? '' : formatMoney(booked) });
  return (
    <Stack gap="md">
      <Text fw={600}>
        {[
          seen.organisation,
          t('statements.period', {
            shortCode: seen.shortCode,
            from: formatDate(seen.from),
            until: formatDate(seen.until),
          }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Paper withBorder p="md">
        <dl className={classes.counts}>
          {counts.map(([title, value]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Paper>
      <SegmentedControl
        aria-label={t('statements.show')}
        value={all ? 'all' : 'open'}
        onChange={(value) => setAll(value === 'all')}
        data={[
          { value: 'open', label: t('statements.onlyMissing', { count: open.length }) },
          { value: 'all', label: t('statements.all', { count: seen.rows.length }) },
        ]}
        w="fit-content"
      />
      {shown.length > 0 ? <StatementRows rows={shown} stateOf={stateOf} /> : <Text>{t('statements.none')}</Text>}
      {seen.toAsk > 0 && <Text size="sm">{t('statements.after')}</Text>}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onOther} disabled={busy}>
          {t('statements.other')}
        </Button>
        <Button onClick={onUpload} loading={busy}>
          {seen.toAsk > 0 ? t('statements.takeOver', { count: seen.toAsk }) : t('statements.keep')}
        </Button>
      </Group>
    </Stack>
  );
}
