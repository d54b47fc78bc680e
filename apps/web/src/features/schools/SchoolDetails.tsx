import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { SchoolRecord } from '@mfuko/contract/schools';
import { IconLogin2, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { ScreenAddress } from '../../lib/routes.ts';
import { pickSchool } from '../../lib/school.ts';
import { RecordHistory } from '../../school/RecordHistory.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { When } from '../../ui/When.tsx';
import { ConfigState } from './ConfigState.tsx';
import { RulesState } from './RulesState.tsx';
import { SchoolLogo } from './SchoolLogo.tsx';
import { SchoolStatus } from './SchoolStatus.tsx';
import { useSchoolActs } from './useSchoolActs.ts';

interface SchoolDetailsProps {
  readonly school: SchoolRecord;
  readonly onClose: () => void;
  readonly onEdit: () => void;
}

/** Details of a school, with the actions on the school as a whole. */
export function SchoolDetails({ school, onEdit }: SchoolDetailsProps) {
  const { t } = useTranslation('schools');
  const [asked, setAsked] = useState(false);
  const acts = useSchoolActs();
  const enter = useEntering(school);
  const count = (number: number, to: ScreenAddress) => (
    <EnterLink onClick={() => enter(to)}>{formatCount(number)}</EnterLink>
  );
  return (
    <Stack gap="lg">
      <Group gap="md" wrap="nowrap">
        <SchoolLogo school={school} size={64} />
        <div>
          <Text fw={600}>{school.shortName}</Text>
          <SchoolStatus school={school} />
        </div>
      </Group>
      {school.isMoving ? (
        <Text size="sm">{t('acts.moving')}</Text>
      ) : (
        <Group gap="sm">
          <Button leftSection={<IconLogin2 size={18} aria-hidden />} onClick={() => enter('/app/school.dash')}>
            {t('acts.enter')}
          </Button>
          <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
            {t('edit.open')}
          </Button>
          {school.status === 'active' ? (
            <Button
              variant="light"
              color="red"
              leftSection={<IconPlayerPause size={18} aria-hidden />}
              onClick={() => setAsked(true)}
            >
              {t('acts.suspend')}
            </Button>
          ) : (
            <Button
              variant="light"
              leftSection={<IconPlayerPlay size={18} aria-hidden />}
              onClick={() => acts.resume(school)}
            >
              {t('acts.resume')}
            </Button>
          )}
        </Group>
      )}
      <Facts
        facts={[
          [t('fields.SchoolCode'), school.schoolCode],
          [t('fields.OfficialName'), school.officialName],
          [t('fields.Pobox'), school.pobox],
          [t('fields.Town'), school.town],
          [t('fields.CountySYSID'), school.countyName],
          [t('schools.students'), count(school.noOfStudents, '/app/student.view')],
          [t('schools.classes'), count(school.noOfClasses, '/app/class.view')],
          [t('schools.devices'), count(school.noOfDevices, '/app/device.view')],
          [t('schools.registered'), <When key="when" moment={school.dateCreated} />],
        ]}
      />
      <ConfigState school={school} />
      <RulesState school={school} />
      <RecordHistory kind="school" sysid={school.sysid} />
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        question={t('acts.suspendQuestion', { name: school.officialName })}
        consequence={t('acts.suspendConsequence')}
        act={t('acts.suspend')}
        onConfirm={() => acts.suspend(school)}
      />
    </Stack>
  );
}

/** Enters the school and opens a screen there. */
function useEntering({ sysid, shortName }: SchoolRecord): (to: ScreenAddress) => void {
  const navigate = useNavigate();
  return (to) => {
    pickSchool({ sysid, shortName });
    void navigate({ to });
  };
}

function EnterLink({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Anchor component="button" type="button" onClick={onClick} fw={600} px={4} mx={-4} mih={24}>
      {children}
    </Anchor>
  );
}
