import { Alert, Button, Group } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { pickSchool, pickSchoolForNextTab } from '../../lib/school.ts';
import { useDraftState } from '../../ui/draft-storage.ts';
import { LinkButton } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StepTitle } from '../../ui/StepTitle.tsx';
import { WizardSteps } from '../../ui/WizardSteps.tsx';
import { ConfigForm } from './ConfigForm.tsx';
import { SchoolForm } from './SchoolForm.tsx';
import { type Credentials, ShownOnce } from './ShownOnce.tsx';

/** Registered school. A draft of an earlier version has no short name. */
interface Registered {
  readonly sysid: string;
  readonly officialName: string;
  readonly shortName?: string;
}

/** Registers a school, then configures its collection. The school exists after the first step, so the second can wait. */
export function AddSchoolPage() {
  const { t } = useTranslation('schools');
  const [school, setSchool] = useDraftState<Registered | null>('school.add', null);
  const [last, setLast] = useState<typeof school>(null);
  // Never stored in the draft: the credentials are shown once, and a reload ends that.
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const [moved, setMoved] = useState(false);
  function startAnew() {
    setLast(school);
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
          {last && <WayOn {...last} />}
          <StepTitle key="school" title={t('add.steps.school')} hint={t('add.schoolHint')} arrived={moved} />
          <SchoolForm
            onCreated={({ sysid, officialName, shortName, token, appId }) => {
              setMoved(true);
              setCredentials({ token, appId });
              setSchool(() => ({ sysid, officialName, shortName }));
            }}
          />
        </>
      )}
    </>
  );
}

/** Links into the newly registered school: its users, then the steps of its dashboard. */
function WayOn({ sysid, officialName, shortName = officialName }: Registered) {
  const { t } = useTranslation('schools');
  function work({ ctrlKey, metaKey, shiftKey }: MouseEvent) {
    // A click with a modifier opens another tab, so this tab keeps its school.
    const pick = ctrlKey || metaKey || shiftKey ? pickSchoolForNextTab : pickSchool;
    pick({ sysid, shortName });
  }
  return (
    <Alert
      color="green"
      icon={<IconBuildingBank aria-hidden />}
      title={t('add.registered', { name: officialName })}
      maw={640}
      mb="lg"
      role="status"
    >
      <Group gap="sm">
        <LinkButton to="/app/profile.add" size="xs" onClick={work}>
          {t('add.people')}
        </LinkButton>
        <LinkButton to="/app/school.dash" size="xs" variant="default" onClick={work}>
          {t('add.steps.next')}
        </LinkButton>
      </Group>
    </Alert>
  );
}
