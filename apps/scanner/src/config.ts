import { parseArgs } from 'node:util';

/** Config: what the scanner service is told from outside, read once at start. */
export interface Config {
  /** Port of the websocket. */
  readonly port: number;
  /** Port of the tray page. */
  readonly trayPort: number;
  /** Origins whose pages may scan, beside those of this machine. */
  readonly origins: readonly string[];
  /** Folder of pictures named `<finger>_<impression>.png`; undefined for synthetic fingers. */
  readonly fingers: string | undefined;
  /** Makes the captures repeatable; undefined for other ones at every start. */
  readonly seed: number | undefined;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the environment and the command line (`--fingers <folder>`); the command line wins. Throws ConfigError, naming what cannot be used. */
export function readConfig(
  env: Record<string, string | undefined> = process.env,
  args: readonly string[] = process.argv.slice(2),
): Config {
  return {
    port: wholeNumber('SCANNER_PORT', env.SCANNER_PORT, 65_535) ?? 8080,
    trayPort: wholeNumber('SCANNER_TRAY_PORT', env.SCANNER_TRAY_PORT, 65_535) ?? 8081,
    origins: (env.SCANNER_ORIGINS ?? '')
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(origin),
    fingers: readArguments(args) ?? (env.SCANNER_FINGERS || undefined),
    seed: wholeNumber('SCANNER_SEED', env.SCANNER_SEED, Number.MAX_SAFE_INTEGER),
  };
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
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new ConfigError(`${name} is no whole number from 0 to ${most}: ${text}`);
  return value;
}

function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.origin !== text)
    throw new ConfigError(`SCANNER_ORIGINS holds something that is no origin such as https://school.example: ${text}`);
  return text;
}
