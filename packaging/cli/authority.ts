import { X509Certificate } from 'node:crypto';
import { request } from 'node:http';

/**
 * Prints the fingerprint of the school's certificate authority, which is compared on each device before the device trusts it. Returns the
 * exit code.
 */
export async function tellAuthority(name: string, print: (line: string) => void): Promise<number> {
  const pem = await fetchAuthority(name);
  if (pem === null) {
    print('This machine hands out no certificate of an authority: mfuko tls lan, then systemctl status caddy');
    return 1;
  }
  const { fingerprint256, subject, validTo } = new X509Certificate(pem);
  print(`${subject.replace(/^CN=/, '')}, until ${validTo}`);
  print(`SHA-256 ${fingerprint256}`);
  return 0;
}

/**
 * Fetches the certificate that Caddy serves, over the loopback address, since the machine may not resolve its own name. Null if there is
 * none.
 */
function fetchAuthority(name: string): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const asked = request('http://127.0.0.1/ca.crt', { headers: { host: name }, timeout: 15_000 }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve(response.statusCode === 200 ? Buffer.concat(parts) : null));
    });
    asked.on('timeout', () => asked.destroy());
    // A refused connection means that there is no authority.
    asked.on('error', () => resolve(null));
    asked.end();
  });
}
