import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type FoundPayment, findPayment } from '@mfuko/contract/search';
import { IconZoomQuestion } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { LinkAnchor } from '../../ui/links.tsx';
import { Money } from '../../ui/Money.tsx';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { Tag } from '../../ui/Tag.tsx';
import classes from './FoundPayments.module.css';

const COLOURS = {
  waiting: 'blue',
  'not-paid': 'gray',
  unconfirmed: 'gray',
  elsewhere: 'red',
  suspense: 'yellow',
  proposed: 'yellow',
  returning: 'blue',
  returned: 'gray',
  wallet: 'green',
  'paid-out': 'green',
  reversed: 'red',
  'taken-back': 'red',
  'refund-failed': 'red',
} as const;

interface FoundPaymentsProps {
  readonly search: string;
  /** True where the first result takes the focus. */
  readonly arriving: boolean;
}

/** Payments that the search has found, each with a link. */
export function FoundPayments({ search, arriving }: FoundPaymentsProps) {
  const { t } = useTranslation('payments');
  const found = useCall(findPayment, { search }, { staleTime: 0 });
  const list = useRef<HTMLDivElement>(null);
  const isThere = found.data !== undefined;
  useEffect(() => {
    // Does not take the focus from a field of the frame that the user is typing into.
    if (!arriving || !isThere || document.activeElement?.matches('input:not(main *), textarea:not(main *)')) return;
    list.current?.querySelector<HTMLElement>('article')?.focus();
  }, [arriving, isThere]);
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton height={160} />;
  if (found.data.rows.length === 0)
    return <Notice Icon={IconZoomQuestion} title={t('find.none')} message={t('find.noneHint')} role="status" />;
  return (
    <section aria-labelledby="found-payments">
      <Title order={2} size="h3" mb="sm" id="found-payments">
        {t('find.title')}
      </Title>
      <Stack gap="md" ref={list}>
        {found.data.rows.map((payment) => (
          <Found key={payment.sysid} payment={payment} />
        ))}
      </Stack>
    </section>
  );
}

function Found({ payment }: { payment: FoundPayment }) {
  const { t } = useTranslation('payments');
  const { t: tSchool } = useTranslation('school');
  const { kind, amount, admissionNumber, names, status, reference, channel, receiptNumber, mobileNumber } = payment;
  const about = [
    channel && tSchool(`channels.${channel}`),
    reference,
    receiptNumber && t('find.receipt', { number: receiptNumber }),
    mobileNumber,
  ].filter(Boolean);
  return (
    <Paper
      withBorder
      p="md"
      component="article"
      tabIndex={-1}
      aria-label={`${t(`find.kinds.${kind}`)} ${reference ?? ''}`}
    >
      <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
        <div>
          <Text fw={600}>{t(`find.kinds.${kind}`)}</Text>
          {admissionNumber === null ? (
            <Text size="sm">{t('find.nobody')}</Text>
          ) : (
            <LinkAnchor to="/app/student.details" search={{ admissionNumber }} size="sm">
              {`${names} · ${admissionNumber}`}
            </LinkAnchor>
          )}
          {about.length > 0 && (
            <Text size="sm" c="dimmed">
              {about.join(' · ')}
            </Text>
          )}
        </div>
        <div className={classes.end}>
          <Text fw={700}>
            KES <Money value={amount} />
          </Text>
          <Tag color={COLOURS[status]}>{t(`find.status.${status}`)}</Tag>
        </div>
      </Group>
      <ol className={classes.way}>
        {payment.timeline.map(({ at, what, by }) => (
          <li key={`${at} ${what}`}>
            <Text size="sm">{t(`find.steps.${what}`)}</Text>
            <Text size="sm" c="dimmed">
              {[formatDate(at), by].filter(Boolean).join(' · ')}
            </Text>
          </li>
        ))}
      </ol>
    </Paper>
  );
}
