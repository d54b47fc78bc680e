import type { Facts } from './facts.ts';
import { error, type Finding, warning } from './finding.ts';

const GIB = 1_024 ** 3;
const NODE_MAJOR = 24;
const OTHERS = 0o007;
const GROUP_WRITES = 0o020;
/** Deviation of the clock from which money is refused. */
const CLOCK_OFF_MS = 5 * 60_000;
const CLOCK_DRIFTS_MS = 30_000;

/** Checks that production is set, that its start conditions are met, and that other users cannot read the settings file. */
export function checkSettings({ settings }: Facts): Finding[] {
  const findings = settings.refusals.map((why) =>
    error(
      `The server refuses to start: ${why}.`,
      `Correct it in ${placeOf(settings.file)}, then: systemctl restart mfuko`,
    ),
  );
  if (!settings.production)
    findings.push(
      error(
        'NODE_ENV is not production: sign-in codes are written to a file and payments are simulated.',
        `Set NODE_ENV=production in ${placeOf(settings.file)}`,
      ),
    );
  const { file } = settings;
  if (file === null) return findings;
  if ((file.mode & OTHERS) !== 0)
    findings.push(
      error(`${file.path} can be read by any user of this machine, and it holds keys.`, `chmod 0640 ${file.path}`),
    );
  if (file.owner !== 0 || (file.mode & GROUP_WRITES) !== 0)
    findings.push(
      error(
        `${file.path} can be changed by users other than root.`,
        `chown root:mfuko ${file.path} && chmod 0640 ${file.path}`,
      ),
    );
  return findings;
}

function placeOf(file: Facts['settings']['file']): string {
  return file?.path ?? 'the environment of the server';
}

/** Checks that a proxy is trusted to tell the client's address, and that no client can bypass the proxy. */
export function checkProxy({ settings: { config } }: Facts): Finding[] {
  if (!config.publicUrl.startsWith('https:')) return [];
  const isHere = (host: string) => /^(localhost|127\.|::1$)/.test(host);
  // A proxy in a container or on another machine has to reach the server over the network.
  const elsewhere = config.trustedProxies.length > 0 && !config.trustedProxies.some(isHere);
  if (!isHere(config.host) && !elsewhere)
    return [
      error(
        `The server listens on ${config.host}, so it can be reached without the proxy and without TLS.`,
        'Set HOST=127.0.0.1',
      ),
    ];
  if (config.trustedProxies.length > 0) return [];
  return [
    warning(
      'No proxy is trusted, so callers cannot be told apart and repeated sign-in attempts are not slowed down.',
      'Set TRUSTED_PROXY=127.0.0.1',
    ),
  ];
}

export function checkNode({ machine }: Facts): Finding[] {
  if (Number.parseInt(machine.nodeVersion, 10) >= NODE_MAJOR) return [];
  return [
    error(
      `This is Node ${machine.nodeVersion}; ${NODE_MAJOR} or newer is needed.`,
      'Use the Node that comes with the package: mfuko doctor',
    ),
  ];
}

/** Checks that the data folder exists, belongs to the service, and is closed to others. */
export function checkFolder({ machine }: Facts): Finding[] {
  const { dataDir, folder, keys, user } = machine;
  if (folder === null)
    return [
      error(
        `${dataDir} does not exist, is no folder, or this user cannot read it.`,
        'Start the server, which creates it: systemctl start mfuko. Run this as root',
      ),
    ];
  const findings: Finding[] = [];
  if (folder.owner !== user)
    findings.push(
      error(
        `${dataDir} does not belong to the user of the service.`,
        `systemctl stop mfuko && chown -R mfuko:mfuko ${dataDir}`,
      ),
    );
  if ((folder.mode & OTHERS) !== 0)
    findings.push(error(`${dataDir} can be opened by any user of this machine.`, `chmod 0700 ${dataDir}`));
  if (keys !== null && (keys.mode & 0o077) !== 0)
    findings.push(error(`${dataDir}/keys can be read by other users.`, `chmod -R go= ${dataDir}/keys`));
  return findings;
}

export function checkDisk({ machine: { dataDir, folder } }: Facts): Finding[] {
  if (folder === null || folder.freeBytes >= 5 * GIB) return [];
  const free = `${(folder.freeBytes / GIB).toFixed(1)} GB are free on the disk of ${dataDir}`;
  const remedy = 'Remove old copies and files that are not Mfuko’s, but nothing in the postgres folder';
  return folder.freeBytes < GIB
    ? [error(`${free}; when it is full, nothing is recorded.`, remedy)]
    : [warning(`${free}.`, remedy)];
}

/** Checks that a time service keeps the clock, and that the clock agrees with the network. */
export function checkClock({ clock, database }: Facts): Finding[] {
  const findings: Finding[] = [];
  const remedy = 'timedatectl set-ntp true; without a network: timedatectl set-time "YYYY-MM-DD HH:MM:SS"';
  if (clock.ahead !== null && Math.abs(clock.ahead.ms) >= CLOCK_DRIFTS_MS) {
    const { ms, source } = clock.ahead;
    const words = `The clock is ${inWords(Math.abs(ms))} ${ms > 0 ? 'ahead of' : 'behind'} ${source}`;
    findings.push(
      Math.abs(ms) >= CLOCK_OFF_MS ? error(`${words}; money is refused.`, remedy) : warning(`${words}.`, remedy),
    );
  } else if ('clockFault' in database && database.clockFault !== null) {
    findings.push(
      error(
        `Money is refused because the clock cannot be right (${database.clockFault}).`,
        'Operations, The clock; or set it as below',
      ),
    );
  }
  if (clock.synchronized === false)
    findings.push(
      warning(
        'No time service keeps the clock of this machine correct.',
        'apt install systemd-timesyncd && timedatectl set-ntp true',
      ),
    );
  return findings;
}

function inWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return ms < 120_000 ? `${Math.round(ms / 1_000)} seconds` : `${minutes} minutes`;
}
