import { Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { getSchool, getSchoolConfig, PAYMENT_SECRETS, type SchoolRow } from '@mfuko/contract/schools';
import { IconSettings } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { When } from '../../ui/When.tsx';
import { SchoolLogo } from './SchoolLogo.tsx';
import { type SecretState, useTrace } from './SecretField.tsx';

/** One school and the state of its payment configuration. */
export function SchoolDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('schools');
  const school = useCall(getSchool, { sysid: id ?? '' }, { enabled: id !== undefined });
  return (
    <DetailDrawer title={school.data?.officialName ?? t('schools.one')} opened={id !== undefined} onClose={onClose}>
      {school.data ? (
        <Details school={school.data} />
      ) : school.isError ? (
        <ErrorState error={school.error} onRetry={() => void school.refetch()} />
      ) : (
        <Waiting />
      )}
    </DetailDrawer>
  );
}

function Details({ school }: { school: SchoolRow }) {
  const { t } = useTranslation('schools');
  return (
    <Stack gap="lg">
      <Group gap="md" wrap="nowrap">
        <SchoolLogo school={school} size={64} />
        <div>
          <Text fw={600}>{school.shortName}</Text>
          <Badge color={school.status === 'active' ? 'green' : 'red'} variant="light" tt="none">
            {t(`schools.status.${school.status}`)}
          </Badge>
        </div>
      </Group>
      <Facts
        facts={[
          [t('fields.SchoolCode'), school.schoolCode],
          [t('fields.OfficialName'), school.officialName],
          [t('fields.Pobox'), school.pobox],
          [t('fields.Town'), school.town],
          [t('fields.CountySYSID'), school.countyName],
          [t('schools.students'), formatCount(school.noOfStudents)],
          [t('schools.registered'), <When key="when" moment={school.dateCreated} />],
        ]}
      />
      <ConfigState school={school} />
    </Stack>
  );
}

function ConfigState({ school }: { school: SchoolRow }) {
  const { t } = useTranslation('schools');
  const config = useCall(getSchoolConfig, { schoolSYSID: school.sysid });
  return (
    <section aria-labelledby="config-state">
      <Group justify="space-between" mb="xs">
        <Title order={3} id="config-state">
          {t('schools.payment')}
        </Title>
        {!school.hasConfig && (
          <Badge color="yellow" variant="light" tt="none" size="lg" miw="max-content">
            {t('schools.noConfig')}
          </Badge>
        )}
      </Group>
      {config.data ? (
        <Facts
          facts={[
            [t('config.fields.contactName'), config.data.contactName],
            [t('config.fields.contactNumber'), config.data.contactNumber],
            [t('config.fields.contactEmail'), config.data.contactEmail],
            [t('config.fields.shortCode'), config.data.shortCode],
            [t('config.fields.lnmShortCode'), config.data.lnmShortCode],
            [t('config.fields.initiator'), config.data.initiator],
            [t('config.fields.apiUser'), config.data.apiUser],
            ...PAYMENT_SECRETS.map(
              (name) => [t(`config.fields.${name}`), <Trace key={name} state={config.data[name]} />] as const,
            ),
          ]}
        />
      ) : config.isError ? (
        <ErrorState error={config.error} onRetry={() => void config.refetch()} />
      ) : (
        <Waiting />
      )}
      <Button
        mt="md"
        leftSection={<IconSettings size={18} aria-hidden />}
        renderRoot={(props) => <Link to="/app/config.add" search={{ school: school.sysid } as never} {...props} />}
      >
        {t('schools.setConfig')}
      </Button>
    </section>
  );
}

function Trace({ state }: { state: SecretState }) {
  return (
    <Text size="sm" c={state.set ? undefined : 'dimmed'} span>
      {useTrace(state)}
    </Text>
  );
}

function Waiting() {
  return (
    <Stack gap="sm">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={28} />
      ))}
    </Stack>
  );
}
