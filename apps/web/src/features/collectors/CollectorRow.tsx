import { Text } from '@mantine/core';
import type { Collector } from '@mfuko/contract/collectors';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { RowActions } from '../../ui/RowActions.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { CollectorPhoto } from './CollectorPhoto.tsx';
import photoClasses from './Photo.module.css';
import classes from './StudentCollectors.module.css';

interface CollectorRowProps {
  readonly person: Collector;
  /** Undefined where the person has no photo, or while it loads. */
  readonly b64Photo: string | undefined;
  readonly onRemove: () => void;
}

/** Row of one person on a student's list; a person who must not collect is highlighted. */
export function CollectorRow({ person, b64Photo, onRemove }: CollectorRowProps) {
  const { t } = useTranslation('collectors');
  const { name, relation, mobileNumber, validUntil, blockedReason, heldUntil, expired } = person;
  return (
    <li className={classes.person} data-blocked={blockedReason !== null || undefined}>
      {b64Photo && (
        <img
          src={`data:image/jpeg;base64,${b64Photo}`}
          alt={t('photos.photoOf', { name })}
          className={photoClasses.face}
        />
      )}
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
        {blockedReason === null && <CollectorPhoto person={person} />}
      </div>
      <RowActions name={name} onDelete={onRemove} />
    </li>
  );
}
