import { Alert, Button, Group, Loader, Stack, Text, TextInput, Title } from '@mantine/core';
import { checkConfig, getConfigCheck } from '@mfuko/contract/diagnosis';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { getSchoolConfig } from '@mfuko/contract/schools';
import { IconStethoscope } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import { showError } from '../../ui/notify.tsx';
import { CheckSteps } from './CheckSteps.tsx';

const POLL_MS = 2_000;

type Checked = AnswerOf<typeof getConfigCheck>;

/** Returns true while the server runs the check. A check without an end after five minutes counts as dead. */
function isUnderWay({ check }: Checked): boolean {
  return check !== null && check.finishedAt === null && Date.now() - Date.parse(check.startedAt) < 5 * 60_000;
}

/** Checks a school's M-Pesa collection against M-Pesa itself; shows each step's progress and the remedy for a failed one. */
export function ConfigCheck({ schoolSYSID }: { readonly schoolSYSID: string }) {
  const { t } = useTranslation('diagnosis');
  const heading = useId();
  const [typed, type] = useState<string | null>(null);
  const config = useCall(getSchoolConfig, { schoolSYSID });
  const state = useCall(
    getConfigCheck,
    { schoolSYSID },
    {
      staleTime: 0,
      refetchInterval: (query) => (query.state.data && isUnderWay(query.state.data) ? POLL_MS : false),
    },
  );
  const start = useRecord(checkConfig, { overlay: false, refresh: [getConfigCheck], onError: showError });
  if (!config.data || !state.data) return null;
  const { check, lastPassedAt } = state.data;
  const ready = config.data.consumerKey.set && config.data.consumerSecret.set;
  const busy = start.isPending || isUnderWay(state.data);
  const day = typed ?? state.data.passwordSetOn ?? '';
  const begin = (again: boolean) =>
    start.mutate({ schoolSYSID, again, ...(typed === null || typed === '' ? {} : { passwordSetOn: typed }) });
  const isRefusedBefore = check?.steps.some(({ code }) => code === 'balance.refused-before') ?? false;
  return (
    <Stack component="section" gap="xs" aria-labelledby={heading} maw={640}>
      <Title order={2} size="h4" id={heading}>
        {t('title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('hint')}
      </Text>
      {ready ? (
        <>
          {(check === null || check.outdated) && (
            <Alert color="blue" icon={<IconStethoscope aria-hidden />}>
              {t(check === null ? 'propose' : 'changed')}
            </Alert>
          )}
          <TextInput
            type="date"
            label={t('passwordSetOn')}
            description={t('passwordHint')}
            value={day}
            onChange={(event) => type(event.currentTarget.value)}
            maw={312}
          />
          <Group>
            <Button
              variant="default"
              leftSection={<IconStethoscope size={18} aria-hidden />}
              loading={busy}
              onClick={() => begin(false)}
            >
              {t('act')}
            </Button>
            {isRefusedBefore && !busy && (
              <Button variant="subtle" onClick={() => begin(true)}>
                {t('again')}
              </Button>
            )}
          </Group>
          <Outcome checked={state.data} />
          {state.isError && <Text size="sm">{t('lost')}</Text>}
          {check && <CheckSteps steps={check.steps} />}
        </>
      ) : (
        <Text size="sm">{t('notReady')}</Text>
      )}
      {lastPassedAt && check?.outcome !== 'passed' && (
        <Text size="sm" c="dimmed">
          {t('outcome.lastPassed', { when: formatDate(lastPassedAt) })}
        </Text>
      )}
    </Stack>
  );
}

function Outcome({ checked }: { readonly checked: Checked }) {
  const { t } = useTranslation('diagnosis');
  const { check } = checked;
  const when = formatDate(check?.finishedAt ?? check?.startedAt ?? '');
  return (
    <div role="status">
      {isUnderWay(checked) ? (
        <Group gap="xs">
          <Loader size={16} aria-hidden />
          <Text size="sm">{t('outcome.running')}</Text>
        </Group>
      ) : (
        check && <Text fw={600}>{t(`outcome.${check.outcome ?? 'stuck'}`, { when })}</Text>
      )}
    </div>
  );
}
