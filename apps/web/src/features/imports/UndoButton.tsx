import { Button } from '@mantine/core';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { getImports, type ImportKind, undoImport } from '@mfuko/contract/imports';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/problems.ts';
import { useRecord } from '../../lib/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showDone, showError, showNotice } from '../../ui/notify.tsx';
import { KINDS } from './kinds.ts';

interface UndoButtonProps {
  readonly kind: ImportKind;
  readonly sysid: string;
  /** The file's name. */
  readonly name: string;
  readonly compact?: boolean;
  readonly onUndone?: () => void;
}

/** Takes a whole import back, once it was asked for twice. */
export function UndoButton({ kind, sysid, name, compact, onUndone }: UndoButtonProps) {
  const { t } = useTranslation('imports');
  const [asking, setAsking] = useState(false);
  const undo = useRecord(undoImport, {
    refresh: [getImports, ...KINDS[kind].changes],
    onDone: (undone) => {
      tell(undone);
      onUndone?.();
    },
    onError: (error) => {
      const rows = error instanceof CallError && error.problem === 'import.not-undone' ? error.detail.rows : undefined;
      if (!Array.isArray(rows)) return showError(error);
      showNotice(t('undo.refused'), listed(rows));
    },
  });
  function tell({ deleted, restored, reversed, kept }: AnswerOf<typeof undoImport>) {
    const done =
      kind === 'students' ? t('undo.studentsDone', { deleted, restored }) : t('undo.depositsDone', { count: reversed });
    showDone(done, { keep: true });
    if (kept.length > 0) showNotice(t('undo.kept', { count: kept.length }), listed(kept));
  }
  function listed(rows: readonly { row: number; admissionNumber: string; reason: string }[]): string {
    const first = rows
      .slice(0, 20)
      .map(({ row, admissionNumber, reason }) => t('undo.row', { row, admissionNumber, reason }));
    return [...first, ...(rows.length > 20 ? [t('undo.more', { count: rows.length - 20 })] : [])].join('; ');
  }
  return (
    <>
      <Button
        variant={compact ? 'subtle' : 'default'}
        size={compact ? 'compact-md' : 'sm'}
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        loading={undo.isPending}
        onClick={() => setAsking(true)}
        aria-label={compact ? t('undo.named', { name }) : undefined}
      >
        {t('undo.act')}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        question={t('undo.question', { name })}
        consequence={t(`undo.${kind}`)}
        act={t('undo.act')}
        onConfirm={() => undo.mutate({ batchSYSID: sysid })}
      />
    </>
  );
}
