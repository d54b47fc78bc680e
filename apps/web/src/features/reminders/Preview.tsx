import '@mantine/core/styles/List.css';
import { Alert, Blockquote, List, Skeleton, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Blockquote.css';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { type previewReminder, REMINDER_SKIPPED, type ReminderWay } from '@mfuko/contract/reminders';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { ErrorState } from '../../ui/Notice.tsx';

/** Number of phones shared by several children that are listed by name. */
const MAX_SHOWN = 6;

interface PreviewProps {
  readonly found: {
    readonly data: AnswerOf<typeof previewReminder> | undefined;
    readonly isError: boolean;
    readonly error: unknown;
  };
  /** True while a newer preview is being fetched. */
  readonly stale: boolean;
  readonly way: ReminderWay;
  readonly onRetry: () => void;
}

/** Preview of a reminder: number of recipients, text, cost, and the students left out with the reasons. */
export function Preview({ found: { data, isError, error }, stale, way, onRetry }: PreviewProps) {
  const { t } = useTranslation('reminders');
  if (isError) return <ErrorState error={error} onRetry={onRetry} />;
  if (!data) return <Skeleton height={120} aria-label={t('counting')} />;
  const more = data.shared.length - MAX_SHOWN;
  const { recipients, groups, groupsInKiswahili: swahili, shared, cost, left, ready, texts, skipped } = data;
  const inKiswahili = groups === 1 ? 'only' : swahili === groups ? 'all' : 'some';
  const leftOut = REMINDER_SKIPPED.filter((why) => skipped[why] > 0);
  return (
    <Stack gap="sm" component="section" aria-label={t('preview')} aria-busy={stale}>
      <Text fw={600} role="status">
        {recipients === 0 ? t('nobody') : t(`goes.${way}`, { count: groups, shown: formatCount(groups) })}
        {way === 'sms' && swahili > 0 && ` ${t(`inKiswahili.${inKiswahili}`, { sw: formatCount(swahili) })}`}
      </Text>
      {way === 'prompt' && !ready && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
          {t('notReady')}
        </Alert>
      )}
      {cost !== null && left !== null && recipients > 0 && (
        <>
          {cost > left && (
            <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
              {t('tooDear')}
            </Alert>
          )}
          <Text size="sm">{t('cost', { cost: formatMoney(cost), left: formatMoney(left) })}</Text>
        </>
      )}
      {texts.map(({ language, text }) => (
        <Blockquote key={language} lang={language} p="sm" cite={t(`in.${language}`)}>
          <Text size="sm">{text}</Text>
        </Blockquote>
      ))}
      {shared.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            {t(`shared.${way}`)}
          </Text>
          <List size="sm">
            {shared.slice(0, MAX_SHOWN).map((group) => (
              <List.Item key={group[0]?.admissionNumber}>
                {group
                  .map(({ names, admissionNumber }) => `${names} (${admissionNumber})`)
                  .join(way === 'prompt' ? ' → ' : ', ')}
              </List.Item>
            ))}
            {more > 0 && <List.Item>{t('andMore', { count: more, shown: formatCount(more) })}</List.Item>}
          </List>
        </div>
      )}
      {leftOut.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            {t('leftOut')}
          </Text>
          <List size="sm">
            {leftOut.map((why) => (
              <List.Item key={why}>
                {t(`skipped.${why}`, { count: skipped[why], shown: formatCount(skipped[why]) })}
              </List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  );
}
