import { Button, Skeleton, Stack, Title } from '@mantine/core';
import { type Fee, getSchoolSettings, type SchoolRow } from '@mfuko/contract/schools';
import { IconScale } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorState } from '../../ui/Notice.tsx';

/** By which rules a school works. */
export function RulesState({ school }: { school: Pick<SchoolRow, 'sysid'> }) {
  const { t } = useTranslation('schools');
  const settings = useCall(getSchoolSettings, { sysid: school.sysid });
  const feeInWords = useFeeInWords();
  return (
    <section aria-labelledby="rules-state">
      <Title order={3} size="h4" id="rules-state" mb="xs">
        {t('rules.title')}
      </Title>
      {settings.data ? (
        <Facts
          facts={[
            [t('rules.consentPolicy'), t(`rules.policies.${settings.data.consentPolicy}`)],
            [t('rules.movementLimit'), `KES ${formatAmount(settings.data.movementLimit)}`],
            [t('rules.fees.cashOutFee'), feeInWords(settings.data.cashOutFee)],
            [t('rules.fees.collectionFee'), feeInWords(settings.data.collectionFee)],
            [t('rules.fees.canteenFee'), feeInWords(settings.data.canteenFee)],
          ]}
        />
      ) : settings.isError ? (
        <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <Stack gap="sm">
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} height={28} />
          ))}
        </Stack>
      )}
      <Button
        mt="md"
        variant="default"
        leftSection={<IconScale size={18} aria-hidden />}
        renderRoot={(props) => (
          <Link to="/app/config.add" search={{ school: school.sysid, part: 'rules' } as never} {...props} />
        )}
      >
        {t('rules.change')}
      </Button>
    </section>
  );
}

/** `KES 10.00 + 1.5 %, at most KES 50.00`. */
function useFeeInWords(): (fee: Fee | null) => string {
  const { t } = useTranslation('schools');
  return (fee) => {
    if (!fee) return t('rules.noFee');
    const parts = [
      ...(fee.fixed > 0 ? [`KES ${formatAmount(fee.fixed)}`] : []),
      ...(fee.percent > 0 ? [`${fee.percent} %`] : []),
    ].join(' + ');
    return fee.cap === null ? parts : t('rules.atMost', { fee: parts, cap: formatAmount(fee.cap) });
  };
}
