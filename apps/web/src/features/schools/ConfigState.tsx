import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { getSchoolConfig, PAYMENT_SECRETS, type SchoolRow } from '@mfuko/contract/schools';
import { IconSettings } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { Facts } from '../../ui/Facts.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { NoConfig } from './SchoolStatus.tsx';
import { type SecretState, useTrace } from './SecretField.tsx';

/** Collection settings of a school, without the secrets. */
export function ConfigState({ school }: { school: SchoolRow }) {
  const { t } = useTranslation('schools');
  const config = useCall(getSchoolConfig, { schoolSYSID: school.sysid });
  return (
    <section aria-labelledby="config-state">
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h4" id="config-state">
          {t('schools.payment')}
        </Title>
        {!school.hasConfig && <NoConfig />}
      </Group>
      {config.data ? (
        <Facts
          facts={[
            [t('config.fields.contactName'), config.data.contactName],
            [t('config.fields.contactNumber'), config.data.contactNumber],
            [t('config.fields.contactEmail'), config.data.contactEmail],
            [t('config.fields.shortCode'), config.data.shortCode],
            [t('config.fields.lnmShortCode'), config.data.lnmShortCode],
            [t('config.fields.accountPrefix'), config.data.accountPrefix],
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
        <Stack gap="sm">
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <Skeleton key={row} height={28} />
          ))}
        </Stack>
      )}
      <LinkButton
        to="/app/config.add"
        search={{ school: school.sysid }}
        mt="md"
        variant="default"
        leftSection={<IconSettings size={18} aria-hidden />}
      >
        {t('schools.setConfig')}
      </LinkButton>
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
