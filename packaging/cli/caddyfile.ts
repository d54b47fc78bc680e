import { isIP } from 'node:net';

/** First line of our Caddyfile; a file without this mark is backed up before it is replaced. */
export const MARK = '# Written by `mfuko tls`';

/** Addresses of the installation. */
export interface Addresses {
  /** Name, or IP address in a network without names, at which browsers open the console. */
  readonly name: string;
  /** IP address of the machine in its network: it serves the certificate and redirects to the name. */
  readonly ip?: string | undefined;
  /** Port of the server on this machine. */
  readonly port: string;
}

/** Returns the reason why a Caddyfile cannot be written for these addresses; undefined if there is none. */
export function faultOfAddresses(mode: 'lan' | 'cloud', { name, ip }: Addresses): string | undefined {
  const isName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/.test(name);
  const numbered = isIP(name) !== 0;
  if (!isName && !numbered)
    return `${name} is no name of a machine: small letters, digits and hyphens, as in mfuko.lan.`;
  if (/^[\d.]+$/.test(name) && isIP(name) !== 4) return `${name} is no IP number.`;
  if (isIP(name) === 6 || (ip !== undefined && isIP(ip) !== 4))
    return 'The IP number must be one of IPv4, as in 192.168.1.10.';
  if (mode === 'lan')
    return numbered && ip !== undefined ? 'Give either a name and an IP number, or an IP number alone.' : undefined;
  if (ip !== undefined) return 'In the cloud the name alone is given: its address stands in the public DNS.';
  if (numbered || !name.includes('.') || /\.(local|lan|internal|home\.arpa)$/.test(name))
    return `${name} is no public name, and nobody issues a certificate for it. At a school without one: mfuko tls lan.`;
  return undefined;
}

/** Fills in a template. Lines for an IP address beside the name are dropped if there is no IP address. */
export function fillCaddyfile(template: string, { name, ip, port }: Addresses): string {
  const withIp = ip === undefined ? template.replaceAll(/^# begin: IP\n[\s\S]*?^# end: IP\n/gm, '') : template;
  return `${MARK}\n${withIp}`
    .replaceAll(/^# (begin|end): IP\n/gm, '')
    .replaceAll('{{NAME}}', name)
    .replaceAll('{{IP}}', ip ?? name)
    .replaceAll('{{HTTP}}', ip === undefined ? `http://${name}` : `http://${name}, http://${ip}`)
    .replaceAll('{{PORT}}', port);
}
