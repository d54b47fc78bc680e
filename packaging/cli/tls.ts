import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Addresses, faultOfAddresses, fillCaddyfile } from './caddyfile.ts';
import { keepForeign, replaceFile } from './files.ts';
import { setSettings } from './settings-file.ts';

export const USAGE = `mfuko tls lan NAME [IP]    the school's own network, as in: mfuko tls lan mfuko.lan 192.168.1.10
mfuko tls lan IP           a network without names of its own
mfuko tls cloud NAME       a public name that leads to this machine
mfuko tls ca               the fingerprint of the school's own authority`;

/** Files and folders that the command writes and reads. */
export interface Places {
  readonly caddyfile: string;
  readonly templates: string;
  readonly settings: string;
}

/**
 * Sets up Caddy in front of the server: writes its Caddyfile and our public address, and restarts both. An existing Caddyfile is backed
 * up, and nothing changes if Caddy would refuse the new one. Returns the exit code.
 */
export function runTls(args: readonly string[], places: Places, print: (line: string) => void): number {
  const [mode, name, ip, ...more] = args;
  if ((mode !== 'lan' && mode !== 'cloud') || name === undefined || more.length > 0) {
    print(USAGE);
    return 2;
  }
  const settings = readFileSync(places.settings, 'utf8');
  const addresses: Addresses = { name: name.toLowerCase(), ip, port: parseEnv(settings).PORT || '4000' };
  const fault = faultOfAddresses(mode, addresses);
  if (fault !== undefined) {
    print(fault);
    return 2;
  }
  if (!existsSync('/usr/bin/caddy')) {
    print('Caddy is not installed, and it serves TLS: apt install caddy');
    return 1;
  }
  const text = fillCaddyfile(readFileSync(`${places.templates}/Caddyfile.${mode}`, 'utf8'), addresses);
  const draft = `${places.caddyfile}.mfuko-new`;
  writeFileSync(draft, text);
  const judged = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', draft], { encoding: 'utf8' });
  if (judged.status !== 0) {
    print(`Caddy refuses ${draft}, and nothing was changed:\n${judged.stderr}`);
    return 1;
  }
  const kept = keepForeign(places.caddyfile);
  if (kept !== undefined) print(`What stood in ${places.caddyfile} is now in ${kept}.`);
  renameSync(draft, places.caddyfile);
  const url = `https://${addresses.name}`;
  replaceFile(
    places.settings,
    setSettings(settings, { PUBLIC_URL: url, TRUSTED_PROXY: '127.0.0.1', HOOKS_TRUSTED_PROXY: '127.0.0.1' }),
  );
  print(`${places.caddyfile} and ${places.settings} were written: the console is at ${url}`);
  const started = restart(print);
  if (mode === 'lan')
    print(
      `Each device trusts the school's authority once: http://${ip ?? addresses.name}/ca.crt (its fingerprint: mfuko tls ca)`,
    );
  return started ? 0 : 1;
}

function restart(print: (line: string) => void): boolean {
  if (!existsSync('/run/systemd/system')) {
    print('systemd does not run here: start caddy and the server anew by hand.');
    return true;
  }
  print('Starting Caddy and Mfuko; the first start makes the database, which takes a minute.');
  spawnSync('systemctl', ['enable', '--quiet', 'caddy', 'mfuko'], { stdio: 'inherit' });
  const failed = ['caddy', 'mfuko'].filter(
    (unit) => spawnSync('systemctl', ['restart', unit], { stdio: 'inherit' }).status !== 0,
  );
  for (const unit of failed) print(`${unit} did not start; it says why: journalctl -u ${unit} -n 20 --no-pager`);
  return failed.length === 0;
}
