import { isAbsolute, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from './config-error.ts';
import { controlOf, type LanSettings, readLanSettings } from './lan/settings.ts';

export { ConfigError };

/** Settings of the scanner service, read once at start. */
export interface Config {
  /** Port of the websocket. */
  readonly port: number;
  /** Port of the tray page. */
  readonly trayPort: number;
  /** Origins whose pages may scan, besides those that the service allows by default. */
  readonly origins: readonly string[];
  /** Reader: `simulator`, `libfprint`, or the path of a program that drives a reader by its maker's own library. */
  readonly reader: string;
  /** Serial number of the reader to use; undefined for the first one. */
  readonly serial: string | undefined;
  /** Resolution of the reader; undefined for the driver's value. */
  readonly dpi: number | undefined;
  /** Folder of pictures named `<finger>_<impression>.png`; undefined for synthetic fingers. */
  readonly fingers: string | undefined;
  /** File of the key that signs captures, created at the first start; undefined for a key that lasts until the service stops. */
  readonly keyFile: string | undefined;
  /** Settings for tablets of the LAN; undefined to serve this machine alone. */
  readonly lan: LanSettings | undefined;
  /** Seed that makes the captures repeatable; undefined for different ones at each start. */
  readonly seed: number | undefined;
}

/** Resolutions that the engine accepts. */
const MIN_DPI = 150;
const MAX_DPI = 2_000;

/**
 * Reads the environment and the command line (`--fingers <folder>`), which takes precedence. Throws ConfigError with the name of an invalid
 * setting.
 */
export function readConfig(
  env: Record<string, string | undefined> = process.env,
  args: readonly string[] = process.argv.slice(2),
  usualReader = 'simulator',
): Config {
  // systemd names the folder in which a service may store its state.
  const folder = env.SCANNER_STATE || env.STATE_DIRECTORY || undefined;
  const origins = (env.SCANNER_ORIGINS ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(origin);
  return {
    port: wholeNumber('SCANNER_PORT', env.SCANNER_PORT, 65_535) ?? 8080,
    trayPort: wholeNumber('SCANNER_TRAY_PORT', env.SCANNER_TRAY_PORT, 65_535) ?? 8081,
    origins,
    reader: readerOf(env.SCANNER_READER || usualReader),
    serial: env.SCANNER_SERIAL?.trim() || undefined,
    dpi: resolution(wholeNumber('SCANNER_DPI', env.SCANNER_DPI, MAX_DPI)),
    fingers: readArguments(args) ?? (env.SCANNER_FINGERS || undefined),
    keyFile: env.SCANNER_KEY_FILE || (folder && join(folder, 'capture.key')) || undefined,
    lan: readLanSettings(env, folder, origins),
    seed: wholeNumber('SCANNER_SEED', env.SCANNER_SEED, Number.MAX_SAFE_INTEGER),
  };
}

/** Runtime folder of the service on an installed machine. */
const INSTALLED = '/run/mfuko-scanner';

/**
 * Returns the socket of the running service: that of a checkout where SCANNER_STATE is set as for the service, otherwise that of this
 * machine.
 */
export function readControl(env: Record<string, string | undefined> = process.env): string {
  return controlOf(env, env.SCANNER_STATE || INSTALLED);
}

function readerOf(text: string): string {
  if (text !== 'simulator' && text !== 'libfprint' && !isAbsolute(text))
    throw new ConfigError(`SCANNER_READER is simulator, libfprint or the path of a program from / on: ${text}`);
  return text;
}

function resolution(dpi: number | undefined): number | undefined {
  if (dpi !== undefined && dpi < MIN_DPI)
    throw new ConfigError(`SCANNER_DPI is no resolution from ${MIN_DPI} to ${MAX_DPI}: ${dpi}`);
  return dpi;
}

function readArguments(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { fingers: { type: 'string' } } }).values.fingers;
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : 'The command line cannot be read.');
  }
}

function wholeNumber(name: string, text: string | undefined, most: number): number | undefined {
  if (!text) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most)
    throw new ConfigError(`${name} is no whole number from 0 to ${most}: ${text}`);
  return value;
}

function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.origin !== text)
    throw new ConfigError(`SCANNER_ORIGINS holds something that is no origin such as https://school.example: ${text}`);
  return text;
}
