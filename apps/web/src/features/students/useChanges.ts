import { getClasses } from '@mfuko/contract/schools';
import {
  deleteStudent,
  getStudent,
  getStudents,
  restoreStudent,
  type StudentDetails,
  type StudentRow,
  updateStudent,
} from '@mfuko/contract/students';
import { useCallback } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { useBulk } from '../../school/attempts/useBulk.ts';
import { showDone, showError, showUndo } from '../../ui/notify.tsx';

const REFRESH = [getStudents, getStudent, getClasses];

/** Deletes a student, with an undo, and lets a student who has left return. */
export function useStudentChanges(onRestored?: (student: StudentDetails) => void) {
  const { t } = useTranslation('students');
  const restore = useRecord(restoreStudent, {
    refresh: REFRESH,
    onDone: (student) => {
      showDone(t('list.restored', { names: student.names }));
      onRestored?.(student);
    },
    onError: showError,
  });
  const remove = useRecord(deleteStudent, {
    refresh: REFRESH,
    onDone: ({ sysid, names }) => showUndo(t('list.deleted', { names }), () => restore.mutate({ sysid })),
    onError: showError,
  });
  const back = useRecord(updateStudent, {
    refresh: REFRESH,
    onDone: ({ names }) => showDone(t('leave.returned', { names })),
    onError: showError,
  });
  const { mutate } = remove;
  return {
    remove: useCallback((sysid: string, then?: () => void) => mutate({ sysid }, { onSuccess: then }), [mutate]),
    letReturn: (sysid: string) => back.mutate({ sysid, status: 'active' }),
    busy: remove.isPending || back.isPending,
  };
}

/** Acts on many students at once; `done` is called when all rows were processed. */
export function useManyStudents() {
  const { t } = useTranslation('students');
  const change = useBulk(updateStudent, { refresh: REFRESH });
  const remove = useBulk(deleteStudent, { refresh: REFRESH });
  const restore = useBulk(restoreStudent, { refresh: REFRESH });
  const name = ({ names, admissionNumber }: StudentRow) => `${names} (${admissionNumber})`;

  function setStatus(rows: readonly StudentRow[], status: 'active' | 'left') {
    const changed = rows.filter((row) => row.status !== status);
    return change.run(changed, ({ sysid }) => ({ sysid, status }), {
      name,
      done: (count, answers) => {
        if (status === 'active') return t('bulk.returned', { count });
        const money = answers.reduce((sum, { balance }) => sum + balance, 0);
        return money > 0
          ? `${t('bulk.left', { count })} ${t('bulk.leftMoney', { balance: formatMoney(money) })}`
          : t('bulk.left', { count });
      },
      undo: (done) =>
        void setStatus(
          done.map((row) => ({ ...row, status })),
          status === 'left' ? 'active' : 'left',
        ),
    });
  }
  return {
    busy: change.busy || remove.busy || restore.busy,
    setStatus,
    move: (rows: readonly StudentRow[], classSYSID: string, className: string) =>
      change.run(
        rows.filter((row) => row.classSYSID !== classSYSID),
        ({ sysid }) => ({ sysid, classSYSID }),
        {
          name,
          done: (count) => t('bulk.moved', { count, className }),
          undo: (done) =>
            void change.run(done, (row) => ({ sysid: row.sysid, classSYSID: row.classSYSID }), {
              name,
              done: (count) => t('bulk.movedBack', { count }),
            }),
        },
      ),
    remove: (rows: readonly StudentRow[]) =>
      remove.run(rows, ({ sysid }) => ({ sysid }), {
        name,
        done: (count) => t('bulk.deleted', { count }),
        undo: (done) =>
          void restore.run(done, ({ sysid }) => ({ sysid }), { name, done: (count) => t('bulk.restored', { count }) }),
      }),
  };
}
