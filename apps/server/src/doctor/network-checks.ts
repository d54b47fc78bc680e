import type { Facts } from './facts.ts';
import { error, type Finding, warning } from './finding.ts';

const DAY = 24 * 3_600_000;
/** Remaining share of a certificate's lifetime from which renewal counts as failed. Caddy renews when a third is left. */
const MIN_LEFT = 0.2;

export function checkServer({ server, settings }: Facts): Finding[] {
  const remedy = 'journalctl -u mfuko -n 20 --no-pager shows why';
  if (server === null)
    return [error(`The server does not answer on port ${settings.config.port}.`, `systemctl start mfuko; ${remedy}`)];
  if (server.status === 507)
    return [error('The disk of the server is full, and nothing is recorded.', 'Make room: remove old copies')];
  return server.status === 200 ? [] : [error(`The server is not ready (${server.status}).`, remedy)];
}

/** Checks that alarms reach somebody by SMS or e-mail, who may not look at the notices in the console. */
export function checkAlarms({ settings: { config } }: Facts): Finding[] {
  const { phones, emails } = config.alarms;
  if (phones.length > 0 || emails.length > 0) return [];
  return [
    warning(
      'Differences in the books, failed backups and a full disk are reported only in the console, where nobody may see them.',
      'Set ALARM_PHONES, or ALARM_EMAILS with SMTP_URL and MAIL_FROM, then test it: mfuko alarm-try',
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
        `PUBLIC_URL (${publicUrl}) is not https: browsers do not allow location, camera or offline screens, and the session cookie is sent without Secure.`,
        set,
      ),
    ];
  if (tls?.fault === 'EPROTO')
    return [
      error(
        `${publicUrl} answers without a certificate: the proxy has none yet, or another program uses the port.`,
        'journalctl -u caddy -n 50 --no-pager shows why; usually the name points elsewhere, or port 80 is closed',
      ),
    ];
  if (tls === null || tls.by === null)
    return [
      error(
        `${publicUrl} cannot be reached (${tls?.fault ?? 'no answer'}).`,
        `systemctl status caddy; if it was never set up: ${set}`,
      ),
    ];
  if (tls.fault !== null)
    return [
      error(wordsOfFault(publicUrl, tls.fault), 'journalctl -u caddy -n 50 --no-pager shows why it has no better one'),
    ];
  // A server that is not running is reported by another check.
  if (!tls.ours && server !== null) return [error(`Another server answers at ${publicUrl}.`, set)];
  const findings: Finding[] = [];
  if (tls.by === 'here')
    findings.push(
      warning(
        `The name of ${publicUrl} cannot be resolved on this machine, and perhaps on no device.`,
        'Enter it in the router’s DNS with the IP address of this machine',
      ),
    );
  const [from, to] = [tls.validFrom ?? now, tls.validTo ?? now];
  if (to - now < (to - from) * MIN_LEFT)
    findings.push(
      warning(
        `The certificate expires in ${Math.max(0, Math.floor((to - now) / DAY))} days and was not renewed.`,
        'systemctl restart caddy, then: journalctl -u caddy -n 50 --no-pager',
      ),
    );
  return findings;
}

function wordsOfFault(publicUrl: string, fault: string): string {
  switch (fault) {
    case 'CERT_HAS_EXPIRED':
      return `The certificate of ${publicUrl} has expired.`;
    case 'CERT_NOT_YET_VALID':
      return `The certificate of ${publicUrl} is not valid yet: the clock of this machine was ahead, or is behind now.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of ${publicUrl} is for another name.`;
    default:
      return `The certificate of ${publicUrl} is not signed by an authority that browsers or this machine trust (${fault}).`;
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
        `Africa’s Talking rejects the account: ${bySecond ? BY_SECOND : `no sign-in code is sent.${strandedOf(database)}`}`,
        'Correct AFRICASTALKING_USERNAME and AFRICASTALKING_API_KEY',
      ),
    );
  if (sms === 'away')
    findings.push(
      warning(
        `Africa’s Talking cannot be reached: ${bySecond ? BY_SECOND : `codes and receipts wait.${strandedOf(database)}`}`,
        'Check the router and the data bundle. Until then, sign in with backup codes, which users make in My Profile while text messages work',
      ),
    );
  if (smsSecond === 'refuses')
    findings.push(
      error(
        'The second SMS provider rejects the account and cannot take over.',
        'Correct SMS_SECOND_URL, SMS_SECOND_PARTNER_ID and SMS_SECOND_API_KEY',
      ),
    );
  if (smsSecond === 'away')
    findings.push(warning('The second SMS provider cannot be reached.', 'Check SMS_SECOND_URL and the network'));
  return findings;
}

const BY_SECOND = 'text messages use the second provider.';

function strandedOf(database: Facts['database']): string {
  if ('unreachable' in database || database.people.bySmsOnly === 0) return '';
  const { all, bySmsOnly } = database.people;
  return ` ${bySmsOnly} of ${all} people have no backup code, and cannot sign in without a text message.`;
}

export function checkPayments({ payments }: Facts): Finding[] | null {
  if (payments !== 'away') return payments === null ? null : [];
  return [
    warning('M-Pesa cannot be reached: payments are booked once it can be.', 'Check the router and the data bundle'),
  ];
}
