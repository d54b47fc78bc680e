import { deleteSchool, restoreSchool, type SchoolRow, updateSchool } from '@mfuko/contract/schools';
import { useTranslation } from '../../lib/i18n.ts';
import { currentSchool, forgetSchool } from '../../lib/school.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { showDone, showError, showUndo } from '../../ui/notify.tsx';
import { SCHOOL_READS } from './refreshed.ts';

/** Actions on a school as a whole, each with an undo. */
export function useSchoolActs() {
  const { t } = useTranslation('schools');
  const restoring = useSureRecord(restoreSchool, {
    refresh: SCHOOL_READS,
    onDone: ({ officialName }) => showDone(t('acts.restored', { name: officialName })),
    onError: showError,
  });
  const removing = useSureRecord(deleteSchool, {
    refresh: SCHOOL_READS,
    onDone: ({ sysid, officialName }) => {
      if (currentSchool()?.sysid === sysid) forgetSchool();
      showUndo(t('acts.deleted', { name: officialName }), () => restoring.mutate({ sysid }));
    },
    onError: showError,
  });
  const standing = useSureRecord(updateSchool, {
    refresh: SCHOOL_READS,
    onDone: ({ status, officialName }) =>
      showDone(t(status === 'suspended' ? 'acts.suspended' : 'acts.resumed', { name: officialName })),
    onError: showError,
  });
  const one = ({ sysid }: Pick<SchoolRow, 'sysid'>) => ({ sysid });
  return {
    restore: (school: SchoolRow) => restoring.mutate(one(school)),
    remove: (school: SchoolRow) => removing.mutate(one(school)),
    suspend: (school: SchoolRow) => standing.mutate({ ...one(school), status: 'suspended' }),
    resume: (school: SchoolRow) => standing.mutate({ ...one(school), status: 'active' }),
  };
}
