import '@mantine/core/styles/Image.css';
import { Alert, Button, Group, Image, Paper, Stack, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconFingerprint,
  IconInfoCircle,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import type { ScannerState, ScannerStatus } from '../lib/scanner/machine.ts';
import { pictureSource } from '../lib/scanner/messages.ts';
import type { ScannerInUse } from '../lib/scanner/useScanner.ts';
import classes from './FingerprintPanel.module.css';
import { useScannerText } from './scanner-text.ts';

interface FingerprintPanelProps {
  readonly scanner: ScannerInUse;
  /** True on Add Student and Consume Menu, where the text names the service to check, and says how to return. */
  readonly suffix?: boolean;
  /** True while a scanned finger waits for its student. */
  readonly ahead?: boolean;
  /** Link to the screen that takes a PIN; always visible. */
  readonly pinLink?: ReactNode;
}

const LOOKS: Record<ScannerStatus, { color: string; Icon: typeof IconInfoCircle }> = {
  'needs-permission': { color: 'blue', Icon: IconInfoCircle },
  blocked: { color: 'red', Icon: IconPlugConnectedX },
  disconnected: { color: 'red', Icon: IconPlugConnectedX },
  connected: { color: 'green', Icon: IconFingerprint },
  info: { color: 'blue', Icon: IconInfoCircle },
  touch: { color: 'green', Icon: IconFingerprint },
  lift: { color: 'blue', Icon: IconInfoCircle },
  scanned: { color: 'green', Icon: IconCircleCheck },
  warning: { color: 'yellow', Icon: IconAlertTriangle },
  error: { color: 'red', Icon: IconPlugConnectedX },
  unpaired: { color: 'red', Icon: IconPlugConnectedX },
  closed: { color: 'red', Icon: IconPlugConnectedX },
  busy: { color: 'yellow', Icon: IconPlugConnectedX },
};

export function FingerprintPanel({ scanner, suffix = false, ahead = false, pinLink }: FingerprintPanelProps) {
  const { t } = useTranslation('school');
  const { state, open } = scanner;
  const asks = state.status === 'needs-permission' || state.status === 'blocked';
  return (
    <Stack gap="md">
      <ScannerBanner state={state} suffix={suffix} />
      {ahead && (
        <Text size="sm" role="status">
          {t('scanner.ahead')}
        </Text>
      )}
      <Paper withBorder className={classes.preview} data-scanned={state.template ? true : undefined}>
        {state.template ? (
          <Image src={pictureSource(state.template)} alt={t('scanner.previewAlt')} className={classes.picture} />
        ) : (
          <Stack align="center" gap="xs" c="dimmed">
            <IconFingerprint size={72} stroke={1} aria-hidden />
            <Text size="sm">{t('scanner.noPreview')}</Text>
          </Stack>
        )}
      </Paper>
      <Group gap="sm">
        {open ? (
          <>
            <Button variant="default" onClick={scanner.capture}>
              {t('scanner.get')}
            </Button>
            <Button variant="subtle" color="gray" onClick={scanner.disconnect}>
              {t('scanner.disconnect')}
            </Button>
          </>
        ) : (
          <Button variant={asks ? 'filled' : 'default'} onClick={scanner.connect}>
            {t(asks ? 'scanner.allow' : 'scanner.connect')}
          </Button>
        )}
        {pinLink}
      </Group>
    </Stack>
  );
}

/**
 * Scanner banner with the state of the scanner, in words, colour and icon. Errors interrupt a screen reader (`alert`), other states do not.
 */
export function ScannerBanner({ state, suffix = false }: { state: ScannerState; suffix?: boolean }) {
  const text = useScannerText(state, suffix);
  const { t } = useTranslation('school');
  const { color, Icon } = LOOKS[state.advice ? 'warning' : state.status];
  const trouble = color === 'red' || color === 'yellow';
  return (
    <Alert
      color={color}
      variant="light"
      icon={<Icon aria-hidden />}
      role={trouble ? 'alert' : 'status'}
      data-scanner={state.status}
    >
      <Text fw={600} inherit>
        {text}
      </Text>
      {state.status === 'info' && <Text size="sm">{t('scanner.connected')}</Text>}
      {state.retryIn !== null && (
        <Text size="sm">
          {state.status !== 'busy' && state.text && `${state.text}. `}
          {t('scanner.retrying', { count: state.retryIn })}
        </Text>
      )}
    </Alert>
  );
}
