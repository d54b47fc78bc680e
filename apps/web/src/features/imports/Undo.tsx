import type { AnswerOf } from '@mfuko/contract/endpoint';
import { getImports, type ImportKind, type KeptRow as Kept, undoImport } from '@mfuko/contract/imports';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showDone, showError, showNotice } from '../../ui/notify.tsx';
import { KINDS } from './kinds.ts';

/** Import that may be undone, with the name of its file. */
export interface Undoable {
  readonly sysid: string;
  readonly fileName: string;
}

interface UndoProps {
  readonly kind: ImportKind;
  /** Import to confirm; null while no dialog is open. */
  readonly asked: Undoable | null;
  readonly onClose: () => void;
  readonly onUndone?: () => void;
}

/** Undoes a whole import after a confirmation, and reports the outcome. */
export function Undo({ kind, asked, onClose, onUndone }: UndoProps) {
  const { t } = useTranslation('imports');
  const undo = useMoneyRecord(undoImport, {
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
    const students = t('undo.studentsDone', { deleted, restored });
    showDone(kind === 'students' ? students : t('undo.depositsDone', { count: reversed }), { keep: true });
    if (kept.length > 0) showNotice(t('undo.kept', { count: kept.length }), listed(kept));
  }
  function listed(rows: readonly Kept[]): string {
    const numbersOf = (reason: Kept['why']) => named(rows.filter(({ why }) => why === reason));
    return [...new Set(rows.map(({ why }) => why))]
      .map((reason) => t('undo.row', { reason: t(`kept.${reason}`), numbers: numbersOf(reason) }))
      .join('; ');
  }
  function named(rows: readonly Kept[]): string {
    const more = rows.length - MAX_NAMED;
    const first = rows.slice(0, MAX_NAMED).map(({ admissionNumber }) => admissionNumber);
    return [...first, ...(more > 0 ? [t('undo.more', { count: more })] : [])].join(', ');
  }
  const name = asked?.fileName ?? '';
  return (
    <ConfirmDialog
      opened={asked !== null}
      onClose={onClose}
      question={t('undo.question', { name })}
      consequence={t(`undo.${kind}`)}
      act={t('undo.act')}
      onConfirm={() => asked && undo.mutate({ batchSYSID: asked.sysid })}
    />
  );
}

const MAX_NAMED = 10;
