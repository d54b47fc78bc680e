import { Skeleton, Stack, Title } from '@mantine/core';
import { type Fee, getSchoolSettings, type SchoolRow } from '@mfuko/contract/schools';
import { IconScale } from '@tabler/icons-react';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { Facts } from '../../ui/Facts.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ErrorState } from '../../ui/Notice.tsx';

/** Rules of a school, with a link to the form. */
export function RulesState({ school: { sysid } }: { school: Pick<SchoolRow, 'sysid'> }) {
  const { t } = useTranslation('schools');
  return (
    <section aria-labelledby="rules-state">
      <Title order={3} size="h4" id="rules-state" mb="xs">
        {t('rules.title')}
      </Title>
      <RulesFacts sysid={sysid} />
      <ChangeRules sysid={sysid} />
    </section>
  );
}

export function ChangeRules({ sysid }: { sysid: string }) {
  const { t } = useTranslation('schools');
  return (
    <LinkButton
      to="/app/config.add"
      search={{ school: sysid, part: 'rules' }}
      mt="md"
      variant="default"
      leftSection={<IconScale size={18} aria-hidden />}
    >
      {t('rules.change')}
    </LinkButton>
  );
}

export function RulesFacts({ sysid }: { sysid: string }) {
  const { t } = useTranslation('schools');
  const settings = useCall(getSchoolSettings, { sysid });
  const feeInWords = useFeeInWords();
  if (settings.data)
    return (
      <Facts
        facts={[
          [t('rules.consentPolicy'), t(`rules.policies.${settings.data.consentPolicy}`)],
          [t('rules.movementLimit'), formatMoney(settings.data.movementLimit)],
          [t('rules.requireTill'), t(settings.data.requireTill ? 'rules.required' : 'rules.notRequired')],
          [
            t('rules.requireSecondFactor'),
            t(settings.data.requireSecondFactor ? 'rules.required' : 'rules.notRequired'),
          ],
          [
            t('rules.requireSignedCaptures'),
            t(settings.data.requireSignedCaptures ? 'rules.required' : 'rules.notRequired'),
          ],
          [t('rules.requireDevices'), t(settings.data.requireDevices ? 'rules.required' : 'rules.notRequired')],
          [t('rules.requireConsentCode'), t(settings.data.requireConsentCode ? 'rules.required' : 'rules.notRequired')],
          [t('rules.requireCollector'), t(settings.data.requireCollector ? 'rules.required' : 'rules.notRequired')],
          [t('rules.requireExeat'), t(settings.data.requireExeat ? 'rules.required' : 'rules.notRequired')],
          [t('rules.fingerOnlyGate'), t(settings.data.fingerOnlyGate ? 'rules.allowed' : 'rules.notAllowed')],
          [t('rules.itemProof'), t(settings.data.requireProofForItems ? 'rules.required' : 'rules.notRequired')],
          [t('rules.counts.holdAfterChangeHours'), String(settings.data.holdAfterChangeHours)],
          [t('rules.holdFirstMeans'), t(settings.data.holdFirstMeans ? 'rules.required' : 'rules.notRequired')],
          [t('rules.counts.pinLength'), String(settings.data.pinLength)],
          [t('rules.counts.tripAlarmMinutes'), String(settings.data.tripAlarmMinutes)],
          [t('rules.counts.arrivalAlarmMinutes'), String(settings.data.arrivalAlarmMinutes)],
          [t('rules.attendance.lateFrom'), settings.data.lateFrom ?? t('rules.attendance.off')],
          [t('rules.attendance.absentFrom'), settings.data.absentFrom ?? t('rules.attendance.off')],
          [
            t('rules.attendance.schoolDays'),
            settings.data.schoolDays.map((day) => t(`rules.attendance.week.${day as 1}`)).join(', '),
          ],
          ...(['dailyCheckIn', 'tellAbsent', 'tellLate', 'tellOverdueExeats'] as const).map(
            (name) =>
              [t(`rules.attendance.${name}`), t(settings.data[name] ? 'rules.required' : 'rules.notRequired')] as const,
          ),
          [t('rules.counts.eraseLeaversDays'), String(settings.data.eraseLeaversDays)],
          [t('rules.counts.forgetPlacesDays'), String(settings.data.forgetPlacesDays)],
          [t('rules.fees.cashOutFee'), feeInWords(settings.data.cashOutFee)],
          [t('rules.fees.collectionFee'), feeInWords(settings.data.collectionFee)],
          [t('rules.fees.canteenFee'), feeInWords(settings.data.canteenFee)],
        ]}
      />
    );
  if (settings.isError) return <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />;
  return (
    <Stack gap="sm">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={28} />
      ))}
    </Stack>
  );
}

/** Formats a fee like `KES 10.00 + 1.5 %, at most KES 50.00`. */
function useFeeInWords(): (fee: Fee | null) => string {
  const { t } = useTranslation('schools');
  return (fee) => {
    if (!fee) return t('rules.noFee');
    const parts = [
      ...(fee.fixed > 0 ? [`KES ${formatMoney(fee.fixed)}`] : []),
      ...(fee.percent > 0 ? [`${fee.percent} %`] : []),
    ].join(' + ');
    return fee.cap === null ? parts : t('rules.atMost', { fee: parts, cap: formatMoney(fee.cap) });
  };
}
