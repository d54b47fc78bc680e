import { join } from 'node:path';
import { ConfigError } from '../config-error.ts';
import type { LanOptions } from './lan.ts';

/** Settings for tablets of the LAN. */
export type LanSettings = Pick<LanOptions, 'host' | 'port' | 'folder' | 'certFile' | 'keyFile' | 'control'>;

type Env = Readonly<Record<string, string | undefined>>;

const PORT = 8443;
const MAX_PORT = 65_535;

/** Reads SCANNER_LAN and the related settings; undefined where it is not set. Throws ConfigError with the name of an invalid setting. */
export function readLanSettings(
  env: Env,
  folder: string | undefined,
  origins: readonly string[],
): LanSettings | undefined {
  const { SCANNER_LAN: host, SCANNER_LAN_CERT: certFile, SCANNER_LAN_KEY: keyFile } = env;
  if (!host) return undefined;
  if (folder === undefined)
    throw new ConfigError('SCANNER_LAN needs SCANNER_STATE, a folder in which paired tablets are kept.');
  if (origins.length === 0)
    throw new ConfigError(
      'SCANNER_LAN needs SCANNER_ORIGINS: a tablet may ask for fingers from a listed address only.',
    );
  if (!certFile !== !keyFile) throw new ConfigError('SCANNER_LAN_CERT and SCANNER_LAN_KEY are set both, or neither.');
  return {
    host: hostOf(host.trim()),
    port: portOf(env.SCANNER_LAN_PORT),
    folder,
    certFile: certFile || undefined,
    keyFile: keyFile || undefined,
    control: controlOf(env, folder),
  };
}

/** Returns the socket of the running service, in the folder of systemd or of the settings. */
export function controlOf(env: Env, folder: string): string {
  return join(env.RUNTIME_DIRECTORY || folder, 'control.sock');
}

function hostOf(text: string): string {
  const bracketed = /^[\da-f:]+:[\da-f:]*$/i.test(text) ? `[${text}]` : text;
  const url = URL.canParse(`https://${bracketed}`) ? new URL(`https://${bracketed}`) : undefined;
  if (url?.hostname !== bracketed.toLowerCase())
    throw new ConfigError(
      `SCANNER_LAN is no name or address such as reader.lan or 192.168.1.20, without a port: ${text}`,
    );
  return url.hostname;
}

function portOf(text: string | undefined): number {
  const port = text ? Number(text) : PORT;
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT)
    throw new ConfigError(`SCANNER_LAN_PORT is no whole number from 0 to ${MAX_PORT}: ${text}`);
  return port;
}
