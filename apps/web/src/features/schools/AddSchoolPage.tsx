import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useDraftState } from '../../ui/draft-storage.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StepTitle } from '../../ui/StepTitle.tsx';
import { WizardSteps } from '../../ui/WizardSteps.tsx';
import { ConfigForm } from './ConfigForm.tsx';
import { SchoolForm } from './SchoolForm.tsx';
import { type Credentials, ShownOnce } from './ShownOnce.tsx';

/** Registers a school, then says how it collects. Between the two the school is there already: the second can wait. */
export function AddSchoolPage() {
  const { t } = useTranslation('schools');
  const [school, setSchool] = useDraftState<{ sysid: string; officialName: string } | null>('school.add', null);
  // Never kept: it is shown this once, and a reload is a way of having read it.
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const [moved, setMoved] = useState(false);
  function startAnew() {
    setSchool(() => null);
    setCredentials(null);
    setMoved(true);
  }
  return (
    <>
      <PageHeader title={t('add.title')} />
      <WizardSteps steps={[t('add.steps.school'), t('add.steps.config')]} current={school ? 1 : 0} />
      {school ? (
        <>
          <StepTitle
            key="config"
            title={t('add.steps.config')}
            hint={t('add.configHint', { name: school.officialName })}
            arrived={moved}
          />
          {credentials && <ShownOnce credentials={credentials} />}
          <ConfigForm
            key={school.sysid}
            schoolSYSID={school.sysid}
            onDone={startAnew}
            buttons={
              <Button variant="default" onClick={startAnew}>
                {t('add.later')}
              </Button>
            }
          />
        </>
      ) : (
        <>
          <StepTitle key="school" title={t('add.steps.school')} hint={t('add.schoolHint')} arrived={moved} />
          <SchoolForm
            onCreated={({ sysid, officialName, token, appId }) => {
              setMoved(true);
              setCredentials({ token, appId });
              setSchool(() => ({ sysid, officialName }));
            }}
          />
        </>
      )}
    </>
  );
}
