import { Group } from '@mantine/core';
import { Suspense } from 'react';
import { ScopeLimits } from '../features/limits/ScopeLimits.tsx';
import { ClassesPage } from '../features/schools/ClassesPage.tsx';
import { MakePins } from '../features/students/MakePins.tsx';
import { useTranslation } from '../lib/i18n.ts';
import { LinkButton } from '../ui/links.tsx';

/** Actions that give PINs and fingerprints to the students of a class who have none. */
function OfClass({ sysid }: { sysid: string }) {
  const { t } = useTranslation(['students', 'fingerprints']);
  return (
    <Group mt="md">
      <MakePins size="sm" of={{ classSYSID: sysid }} label={t('pins.class')} />
      <LinkButton to="/app/student.enrol.class" search={{ classSYSID: sysid }} variant="default" size="sm">
        {t('fingerprints:scan.class')}
      </LinkButton>
    </Group>
  );
}

/** List of classes, each with its actions for PINs and its limits. */
export function ClassesScreen() {
  return (
    <ClassesPage
      more={(sysid) => (
        <>
          <Suspense>
            <OfClass sysid={sysid} />
          </Suspense>
          <Suspense>
            <ScopeLimits scope="class" sysid={sysid} maySet inPlace />
          </Suspense>
        </>
      )}
    />
  );
}
