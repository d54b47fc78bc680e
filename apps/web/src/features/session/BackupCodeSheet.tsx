import { Alert, Button, CopyButton, Group, Stack, Title } from '@mantine/core';
import type { Profile } from '@mfuko/contract/profile';
import { IconAlertTriangle, IconCheck, IconCopy, IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { config } from '../../lib/config.ts';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { usePrint } from '../../ui/paper/usePrint.tsx';
import classes from './BackupCodeSheet.module.css';

interface BackupCodeSheetProps {
  /** Kind of the codes, which selects the texts. */
  readonly kind?: 'backup' | 'recovery';
  readonly codes: readonly string[];
  readonly profile: Profile;
  readonly onDone: () => void;
}

/** Shows new codes once, to print or copy. The paper carries no phone number. */
export function BackupCodeSheet({ kind = 'backup', codes, profile, onDone }: BackupCodeSheetProps) {
  const { t } = useTranslation('profile');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const names = `${profile.firstName} ${profile.lastNames}`;
  const sheet = (
    <div className={classes.sheet}>
      <p className={classes.whose}>{t(`sheet.head.${kind}`, { platform: config().platformName, names })}</p>
      <ol className={classes.codes} aria-label={t(`sheet.yours.${kind}`)}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className={classes.made}>{t(`sheet.made.${kind}`, { date: formatDate(new Date().toISOString()) })}</p>
    </div>
  );
  const { print, paper } = usePrint('sheet', sheet);
  return (
    <Stack gap="md">
      <Title order={3} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {t(`sheet.yours.${kind}`)}
      </Title>
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
        {t(`sheet.once.${kind}`)}
      </Alert>
      {sheet}
      {paper}
      <Group gap="sm">
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={print}>
          {t('backup.print')}
        </Button>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            >
              <span aria-live="polite">{copied ? t('backup.copied') : t('backup.copy')}</span>
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{t('backup.done')}</Button>
      </Group>
    </Stack>
  );
}
