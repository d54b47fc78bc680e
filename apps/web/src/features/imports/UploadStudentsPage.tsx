import { Stack } from '@mantine/core';
import { useTranslation } from '../../lib/i18n.ts';
import { LinkButton } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { EarlierImports } from './EarlierImports.tsx';
import { ImportFlow } from './ImportFlow.tsx';

/** Page that imports a list of students. */
export function UploadStudentsPage() {
  const { t } = useTranslation('imports');
  const view = <LinkButton to="/app/student.view">{t('kinds.students.view')}</LinkButton>;
  return (
    <>
      <PageHeader title={t('kinds.students.title')} />
      <Stack gap="xl">
        <ImportFlow kind="students" whereTo={view} />
        <EarlierImports kind="students" />
      </Stack>
    </>
  );
}
