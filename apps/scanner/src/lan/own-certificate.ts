import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { ConfigError } from '../config-error.ts';

/** Key and certificate for TLS, in PEM. */
export interface KeyAndCertificate {
  readonly key: string;
  readonly cert: string;
}

/** Reads a certificate that is renewed by others. Throws ConfigError where it cannot be read, or does not match the key or the host. */
export function readOwnCertificate(certFile: string, keyFile: string, host: string): KeyAndCertificate {
  const cert = read('SCANNER_LAN_CERT', certFile);
  const key = read('SCANNER_LAN_KEY', keyFile);
  const first = parsed('SCANNER_LAN_CERT', certFile, () => new X509Certificate(cert));
  const privateKey = parsed('SCANNER_LAN_KEY', keyFile, () => createPrivateKey(key));
  if (!first.checkPrivateKey(privateKey))
    throw new ConfigError('SCANNER_LAN_KEY is not the key of the certificate in SCANNER_LAN_CERT.');
  if (!coversHost(first, host)) throw new ConfigError(`The certificate in SCANNER_LAN_CERT is not of ${host}.`);
  return { key, cert };
}

/** Returns true if a certificate covers that host: a name, or an address as URLs write it. */
export function coversHost(certificate: X509Certificate, host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return (isIP(bare) > 0 ? certificate.checkIP(bare) : certificate.checkHost(bare)) !== undefined;
}

function read(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`${name} cannot be read: ${error instanceof Error ? error.message : path}`);
  }
}

function parsed<T>(name: string, path: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    // The library's message would not help, and may quote the file.
    throw new ConfigError(`${name} is no file in PEM: ${path}`);
  }
}
