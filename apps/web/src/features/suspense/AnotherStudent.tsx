import { Button, Group } from '@mantine/core';
import { getStudent, type StudentDetails } from '@mfuko/contract/students';
import { useTranslation } from '../../lib/i18n.ts';
import { StudentCard } from '../../school/StudentCard.tsx';
import { StudentBox } from '../../school/student-box/StudentBox.tsx';
import { useStudentField } from '../../school/useStudentLookup.ts';

/** Picks a student who is not among the suggestions. */
export function AnotherStudent({ onPropose }: { onPropose: (student: StudentDetails) => void }) {
  const { t } = useTranslation('suspense');
  const student = useStudentField(getStudent);
  const meant = student.found?.status === 'active' ? student.found : null;
  return (
    <>
      <StudentBox
        label={t('other')}
        value={student.number}
        onNumber={student.setNumber}
        named={student.found !== null}
        error={student.error ?? (student.found && !meant ? t('otherLeft') : null)}
        onChosen={() => undefined}
        required={false}
      />
      <StudentCard student={meant && { names: meant.names, className: meant.className }}>
        {meant && (
          <Group justify="flex-end" mt="xs">
            <Button size="sm" onClick={() => onPropose(meant)}>
              {t('propose')}
            </Button>
          </Group>
        )}
      </StudentCard>
    </>
  );
}
