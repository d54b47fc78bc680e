import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Failure } from '../../../lib/scanner/lan-pairing.ts';
import { OTHER_NAME } from '../../../lib/scanner/lan-socket.ts';

const NOT_KEPT = 1011;
const BUSY = 1013;
/** Close codes of the scanner service at a mini computer, and the texts that say what each means and what to do. */
const WORDS = {
  [NOT_KEPT]: 'notKept',
  [BUSY]: 'busy',
  [OTHER_NAME]: 'otherName',
  4401: 'unknown',
  4403: 'wrongCode',
  4408: 'tooLate',
  4410: 'noCode',
  4429: 'tooOften',
} as const;

/** Says why the computer at that address was not reached, or what it refused. */
export function useFailureWords(): (failure: Failure, url: string) => string {
  const { t } = useTranslation('devices');
  const forbidden = useLanForbidden();
  return ({ code, reason }, url) => {
    const values = { address: url.replace('wss://', ''), name: reason };
    const known = WORDS[code as keyof typeof WORDS];
    if (known) return t(`reader.failed.${known}`, values);
    // Between two machines of one network browsers ask nobody, whatever they were told: it is one cause among others.
    return t('reader.failed.away', values) + (forbidden ? ` ${t('reader.failed.forbidden')}` : '');
  };
}

/** Tells whether somebody has told the browser to keep this page from the network around it; browsers name that in two ways. */
function useLanForbidden(): boolean {
  const [forbidden, setForbidden] = useState(false);
  useEffect(() => {
    for (const name of ['local-network', 'local-network-access'])
      navigator.permissions?.query({ name: name as PermissionName }).then(
        ({ state }) => state === 'denied' && setForbidden(true),
        // Not a name that this browser knows.
        () => undefined,
      );
  }, []);
  return forbidden;
}
