import { useMissingInput } from '../../school/useMissingInput.ts';
import { hideNotices, showDone, showError } from '../../ui/notify.tsx';
import type { PaymentNotices } from './payment-notices.ts';

/** The console's notices, which stand beside the screen. */
export function useConsoleNotices(): PaymentNotices {
  return { hide: hideNotices, done: showDone, failed: showError, missing: useMissingInput() };
}
