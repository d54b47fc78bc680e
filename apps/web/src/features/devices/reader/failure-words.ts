import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Failure } from '../../../lib/scanner/lan-pairing.ts';
import { OTHER_NAME } from '../../../lib/scanner/lan-socket.ts';

const NOT_KEPT = 1011;
const BUSY = 1013;
/** Texts for the close codes of the scanner service at a mini computer: meaning and remedy. */
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

/** Returns the text that says why the computer could not be reached, or what it refused. */
export function useFailureWords(): (failure: Failure, url: string) => string {
  const { t } = useTranslation('devices');
  const forbidden = useLanForbidden();
  return ({ code, reason }, url) => {
    const values = { address: url.replace('wss://', ''), name: reason };
    const known = WORDS[code as keyof typeof WORDS];
    if (known) return t(`reader.failed.${known}`, values);
    // Between two machines of one network a browser may not ask for the permission, so a denied permission is only one possible cause.
    return t('reader.failed.away', values) + (forbidden ? ` ${t('reader.failed.forbidden')}` : '');
  };
}

/** Returns true where the user has denied this page access to the local network; browsers name the permission in two ways. */
function useLanForbidden(): boolean {
  const [forbidden, setForbidden] = useState(false);
  useEffect(() => {
    for (const name of ['local-network', 'local-network-access'])
      navigator.permissions?.query({ name: name as PermissionName }).then(
        ({ state }) => state === 'denied' && setForbidden(true),
        // This browser does not know the permission's name.
        () => undefined,
      );
  }, []);
  return forbidden;
}
