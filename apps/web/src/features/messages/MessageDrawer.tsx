import '@mantine/core/styles/List.css';
import { Button, List, Skeleton, Text, Title } from '@mantine/core';
import { getMessage, getMessages, getMonth, type MessageState, sendAgain } from '@mfuko/contract/messages';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Money } from '../../ui/Money.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { When } from '../../ui/When.tsx';
import { kindInWords, reasonInWords, StateTag } from './words.tsx';

/** Drawer of one message: text, state and reason, reports of the provider, and other attempts. */
export function MessageDrawer({ id, onClose }: { readonly id: string | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation('messages');
  const found = useCall(
    getMessage,
    { sysid: id ?? '' },
    { enabled: id !== undefined, staleTime: 0, refetchInterval: 5_000 },
  );
  const again = useRecord(sendAgain, {
    refresh: [getMessage, getMessages, getMonth],
    onDone: () => {
      showDone(t('drawer.againDone'));
      onClose();
    },
    onError: showError,
  });
  const message = found.data;
  return (
    <DetailDrawer title={message?.about ?? t('drawer.title')} opened={id !== undefined} onClose={onClose}>
      {message ? (
        <>
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} mb="md">
            {message.text ?? t('drawer.notKept')}
          </Text>
          <Facts
            facts={[
              [t('fields.state'), <State key="state" state={message.state} />],
              ...(message.reason ? [[t('fields.reason'), reasonInWords(message.reason)] as const] : []),
              [t('fields.kind'), kindInWords(message.kind)],
              [t('fields.mobileNumber'), message.mobileNumber],
              [t('fields.date'), <When key="date" moment={message.date} />],
              ...(message.language ? [[t('fields.language'), t(`languages.${message.language}`)] as const] : []),
              [t('fields.segments'), formatCount(message.segments)],
              [t('fields.cost'), <Money key="cost" value={message.cost} />],
            ]}
          />
          {message.canSendAgain && (
            <Button mt="md" loading={again.isPending} onClick={() => again.mutate({ sysid: message.sysid })}>
              {t('drawer.again')}
            </Button>
          )}
          {message.chain.length > 1 && (
            <section aria-label={t('drawer.chain')}>
              <Title order={3} size="h4" mt="lg" mb="xs">
                {t('drawer.chain')}
              </Title>
              <List listStyleType="none" spacing="xs">
                {message.chain.map((each) => (
                  <List.Item key={each.sysid}>
                    {t(`drawer.turn.${each.turn === 2 ? '2' : '1'}`)}: {each.mobileNumber}, <When moment={each.date} />{' '}
                    <StateTag state={each.state} />
                  </List.Item>
                ))}
              </List>
            </section>
          )}
          <Title order={3} size="h4" mt="lg" mb="xs">
            {t('drawer.reports')}
          </Title>
          {message.reports.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('drawer.noReports')}
            </Text>
          ) : (
            <List listStyleType="none" spacing={4}>
              {message.reports.map((report) => (
                <List.Item key={report.status}>
                  <When moment={report.date} />: {report.status}
                  {report.reason ? ` (${report.reason})` : ''}
                </List.Item>
              ))}
            </List>
          )}
        </>
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton height={200} />
      )}
    </DetailDrawer>
  );
}

function State({ state }: { readonly state: MessageState }) {
  const { t } = useTranslation('messages');
  return (
    <>
      <StateTag state={state} />
      <Text size="sm" c="dimmed">
        {t(`stateHints.${state}`)}
      </Text>
    </>
  );
}
