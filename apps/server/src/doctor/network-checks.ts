import type { Facts } from './facts.ts';
import { error, type Finding, warning } from './finding.ts';

const DAY = 24 * 3_600_000;
/** Remaining share of a certificate's lifetime from which renewal counts as failed. Caddy renews when a third is left. */
const MIN_LEFT = 0.2;

export function checkServer({ server, settings }: Facts): Finding[] {
  const remedy = 'journalctl -u mfuko -n 20 --no-pager tells why';
  if (server === null)
    return [error(`The server does not answer on port ${settings.config.port}.`, `systemctl start mfuko; ${remedy}`)];
  if (server.status === 507)
    return [error('The server has no room on its disk, and records nothing.', 'Make room: remove old copies')];
  return server.status === 200 ? [] : [error(`The server is not ready (${server.status}).`, remedy)];
}

/** Checks that alarms reach somebody by SMS or e-mail, who may not look at the notices in the console. */
export function checkAlarms({ settings: { config } }: Facts): Finding[] {
  const { phones, emails } = config.alarms;
  if (phones.length > 0 || emails.length > 0) return [];
  return [
    warning(
      'Books that differ, a failed backup or a full disk are told by the bell alone, which nobody hears.',
      'Set ALARM_PHONES, or ALARM_EMAILS with SMTP_URL and MAIL_FROM, then try it: mfuko alarm-try',
    ),
  ];
}

/** Checks that the public URL uses https, is reachable, leads to this server, and has a certificate that is valid for some time. */
export function checkTls({ settings, tls, server, now }: Facts): Finding[] {
  const { publicUrl } = settings.config;
  const set = 'mfuko tls lan NAME IP, or: mfuko tls cloud NAME';
  if (!publicUrl.startsWith('https:'))
    return [
      error(
        `PUBLIC_URL (${publicUrl}) is not https: browsers give no location, camera or offline screens, and the session's cookie goes without Secure.`,
        set,
      ),
    ];
  if (tls?.fault === 'EPROTO')
    return [
      error(
        `${publicUrl} answers, and not with a certificate: the proxy has none yet, or another program has the port.`,
        'journalctl -u caddy -n 50 --no-pager tells why; mostly the name leads elsewhere, or port 80 is closed',
      ),
    ];
  if (tls === null || tls.by === null)
    return [
      error(
        `${publicUrl} cannot be reached (${tls?.fault ?? 'no answer'}).`,
        `systemctl status caddy; where it was never set up: ${set}`,
      ),
    ];
  if (tls.fault !== null)
    return [
      error(wordsOfFault(publicUrl, tls.fault), 'journalctl -u caddy -n 50 --no-pager tells why it has no better one'),
    ];
  // A server that is not running is reported by another check.
  if (!tls.ours && server !== null) return [error(`At ${publicUrl} something else answers than this server.`, set)];
  const findings: Finding[] = [];
  if (tls.by === 'here')
    findings.push(
      warning(
        `The name of ${publicUrl} leads nowhere on this machine, and perhaps on no device.`,
        'Enter it in the router’s DNS with the number of this machine',
      ),
    );
  const [from, to] = [tls.validFrom ?? now, tls.validTo ?? now];
  if (to - now < (to - from) * MIN_LEFT)
    findings.push(
      warning(
        `The certificate ends in ${Math.max(0, Math.floor((to - now) / DAY))} days and was not renewed.`,
        'systemctl restart caddy, then: journalctl -u caddy -n 50 --no-pager',
      ),
    );
  return findings;
}

function wordsOfFault(publicUrl: string, fault: string): string {
  switch (fault) {
    case 'CERT_HAS_EXPIRED':
      return `The certificate of ${publicUrl} has run out.`;
    case 'CERT_NOT_YET_VALID':
      return `The certificate of ${publicUrl} is of the future: the clock of this machine was ahead, or is behind now.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of ${publicUrl} is for another name.`;
    default:
      return `The certificate of ${publicUrl} is signed by nobody whom browsers or this box know (${fault}).`;
  }
}

/** Checks the SMS providers. Staff sign in by a code sent by SMS, so without a provider only users with a backup code can sign in. */
export function checkSms({ sms, smsSecond, database }: Facts): Finding[] | null {
  if (sms === null) return null;
  const bySecond = smsSecond === 'answers';
  const findings: Finding[] = [];
  if (sms === 'refuses')
    findings.push(
      (bySecond ? warning : error)(
        `Africa’s Talking does not know the account: ${bySecond ? BY_SECOND : `no sign-in code is sent.${strandedOf(database)}`}`,
        'Mend AFRICASTALKING_USERNAME and AFRICASTALKING_API_KEY',
      ),
    );
  if (sms === 'away')
    findings.push(
      warning(
        `Africa’s Talking cannot be reached: ${bySecond ? BY_SECOND : `codes and receipts wait.${strandedOf(database)}`}`,
        'Look at the router and the data bundle; sign in with backup codes meanwhile, which each makes in My Profile while text messages come',
      ),
    );
  if (smsSecond === 'refuses')
    findings.push(
      error(
        'The second SMS provider does not know the account: it stands in for nothing.',
        'Mend SMS_SECOND_URL, SMS_SECOND_PARTNER_ID and SMS_SECOND_API_KEY',
      ),
    );
  if (smsSecond === 'away')
    findings.push(warning('The second SMS provider cannot be reached.', 'Look at SMS_SECOND_URL and at the network'));
  return findings;
}

const BY_SECOND = 'text messages go by the second provider.';

function strandedOf(database: Facts['database']): string {
  if ('unreachable' in database || database.people.bySmsOnly === 0) return '';
  const { all, bySmsOnly } = database.people;
  return ` ${bySmsOnly} of ${all} people have no backup code, and cannot sign in without a text message.`;
}

export function checkPayments({ payments }: Facts): Finding[] | null {
  if (payments !== 'away') return payments === null ? null : [];
  return [
    warning('M-Pesa cannot be reached: payments are booked once it is.', 'Look at the router and the data bundle'),
  ];
}
