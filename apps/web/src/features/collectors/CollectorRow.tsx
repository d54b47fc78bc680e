import { Text } from '@mantine/core';
import type { Collector } from '@mfuko/contract/collectors';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { RowActions } from '../../ui/RowActions.tsx';
import { Tag } from '../../ui/Tag.tsx';
import classes from './StudentCollectors.module.css';

/** One person of a student's list; who must not collect stands out. */
export function CollectorRow({ person, onRemove }: { readonly person: Collector; readonly onRemove: () => void }) {
  const { t } = useTranslation('collectors');
  const { name, relation, mobileNumber, validUntil, blockedReason, heldUntil, expired } = person;
  return (
    <li className={classes.person} data-blocked={blockedReason !== null || undefined}>
      <div className={classes.who}>
        <Text fw={600}>
          {name}{' '}
          {blockedReason !== null ? (
            <Tag color="red">{t('blocked')}</Tag>
          ) : expired ? (
            <Tag color="gray">{t('expired')}</Tag>
          ) : heldUntil ? (
            <Tag color="yellow">{t('new')}</Tag>
          ) : null}
        </Text>
        <Text size="sm" c="dimmed">
          {[relation, mobileNumber, validUntil && t('until', { date: formatDate(validUntil).split(' ')[0] ?? '' })]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {blockedReason !== null && <Text size="sm">{blockedReason}</Text>}
        {heldUntil && !expired && (
          <Text size="sm" c="dimmed">
            {t('heldUntil', { until: formatDate(heldUntil) })}
          </Text>
        )}
      </div>
      <RowActions name={name} onDelete={onRemove} />
    </li>
  );
}
