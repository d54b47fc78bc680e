import { useTranslation } from '../lib/i18n.ts';
import type { ScannerState } from '../lib/scanner/machine.ts';

/** Returns the text of specification section 4 for a state. */
export function useScannerText({ status, text, glass, advice, at }: ScannerState, suffix: boolean): string {
  const { t } = useTranslation('school');
  switch (status) {
    case 'needs-permission':
      return t('scanner.needsPermission');
    case 'blocked':
      return t('scanner.blocked');
    case 'connected':
      return t('scanner.connected');
    case 'info':
    case 'warning':
      return text || t('scanner.noText');
    case 'touch':
    case 'lift': {
      const { touch = 1, of = 1 } = glass ?? {};
      const next = t(status === 'lift' ? 'scanner.lift' : of > 1 ? 'scanner.touchOf' : 'scanner.touch', { touch, of });
      return advice ? `${t(`scanner.advice.${advice}`)} ${next}` : next;
    }
    case 'busy':
      return at ? t('scanner.lanBusy', { at }) : t('scanner.busy');
    case 'scanned':
      return t('scanner.scanned');
    case 'unpaired':
      return t('scanner.unpaired');
    case 'error':
      return at ? t('scanner.lanAway', { at }) : t('scanner.failed') + (suffix ? t('scanner.failedSuffix') : '');
    case 'closed':
      return suffix ? t('scanner.closedRefresh') : t('scanner.disconnected');
    case 'disconnected':
      return t('scanner.disconnected');
  }
}
