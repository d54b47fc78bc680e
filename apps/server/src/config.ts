import { isIP } from 'node:net';
import { join, resolve } from 'node:path';

/** Everything the environment decides, read once at start. The only reader of process.env. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** The owner's URL of an outside PostgreSQL; null for the embedded one. */
  readonly databaseUrl: string | null;
  readonly seed: 'demo' | 'none';
  readonly platformName: string;
  /** The key is empty where the environment gives none: the house then has that of its key file. */
  readonly wireKey: { readonly key: string; readonly id: number };
  readonly smsProvider: 'outbox' | 'africastalking';
  readonly smsOutbox: string;
  /** Where `outbox` sends on to. Port 0 is any free one. */
  readonly smsSimulator: { readonly port: number; readonly file: string };
  /** Ten-thousandths of a shilling that a segment costs, for telling beforehand. */
  readonly smsPrice: number;
  readonly africasTalking: {
    readonly username: string;
    readonly apiKey: string;
    readonly senderId: string | null;
    readonly baseUrl: string;
  };
  readonly payments: {
    readonly provider: 'simulator' | 'daraja';
    /** Of Daraja; with the simulator it says itself where it is. */
    readonly baseUrl: string;
    /** 0 is any free port. */
    readonly simulatorPort: number;
    /** What the simulator remembers. */
    readonly simulatorFile: string;
    /** Proxies of ours whose word about a caller's address is believed. None: addresses are not looked at. */
    readonly trustedProxies: readonly string[];
    /** From where the provider may call; null for the addresses that it is known by. */
    readonly callers: readonly string[] | null;
  };
  readonly publicUrl: string;
  readonly scannerUrl: string;
  readonly posMode: boolean;
  readonly allowHeaderSessions: boolean;
  readonly map: {
    readonly provider: string;
    readonly key: string | null;
    readonly tileUrl: string | null;
    readonly routingUrl: string | null;
  };
  readonly dailyImageUrl: string | null;
  /** Asked for the network's time (SNTP): a host, or host:port; null for nobody. */
  readonly timeServer: string | null;
  /** Connections of the pool. */
  readonly connections: number;
  /** The most calls that one transaction records together; 1: each has its own. */
  readonly recordTogether: number;
  readonly logLevel: string;
  /** Where a test wants the process to end, `point:count` (platform/tripwire.ts); null everywhere else. */
  readonly crashAt: string | null;
}

export class ConfigError extends Error {
  override readonly name: string = 'ConfigError';
}

type Environment = Record<string, string | undefined>;

/** Reads and checks the environment. Throws ConfigError, naming the variable, where a value cannot be used. */
export function readConfig(env: Environment = process.env): Config {
  const production = env.NODE_ENV === 'production';
  const host = env.HOST || '127.0.0.1';
  const port = number(env, 'PORT', 4000, 0, 65_535);
  const dataDir = resolve(env.DATA_DIR || './data');
  const databaseUrl = env.DATABASE_URL || null;
  const config: Config = {
    production,
    host,
    port,
    dataDir,
    databaseUrl,
    seed: oneOf(env, 'SEED', ['demo', 'none'], databaseUrl || production ? 'none' : 'demo'),
    platformName: env.PLATFORM_NAME || 'Mfuko',
    wireKey: { key: wireKey(env), id: number(env, 'APP_WIRE_KEY_ID', 1, 0, 255) },
    smsProvider: oneOf(env, 'SMS_PROVIDER', ['outbox', 'africastalking'], production ? 'africastalking' : 'outbox'),
    smsOutbox: resolve(env.SMS_OUTBOX || join(dataDir, 'sms-outbox.ndjson')),
    // A server on a port of its own choice is one of many on the machine.
    smsSimulator: {
      port: number(env, 'SMS_SIMULATOR_PORT', port === 0 ? 0 : 4011, 0, 65_535),
      file: join(dataDir, 'sms-simulator.json'),
    },
    smsPrice: price(env, 'SMS_PRICE', 8_000),
    africasTalking: {
      username: env.AFRICASTALKING_USERNAME || '',
      apiKey: env.AFRICASTALKING_API_KEY || '',
      senderId: env.AFRICASTALKING_SENDER_ID || null,
      baseUrl:
        url(env, 'AFRICASTALKING_BASE_URL') ??
        `https://api.${env.AFRICASTALKING_USERNAME === 'sandbox' ? 'sandbox.' : ''}africastalking.com`,
    },
    payments: {
      provider: oneOf(env, 'PAYMENTS_PROVIDER', ['simulator', 'daraja'], production ? 'daraja' : 'simulator'),
      baseUrl: url(env, 'DARAJA_BASE_URL') ?? `https://${production ? 'api' : 'sandbox'}.safaricom.co.ke`,
      simulatorPort: number(env, 'DARAJA_SIMULATOR_PORT', 4010, 0, 65_535),
      simulatorFile: join(dataDir, 'daraja-simulator.json'),
      trustedProxies: addresses(env, 'HOOKS_TRUSTED_PROXY') ?? [],
      callers: addresses(env, 'HOOKS_CALLERS'),
    },
    publicUrl: url(env, 'PUBLIC_URL') ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    scannerUrl: env.SCANNER_URL || `ws://127.0.0.1:${number(env, 'SCANNER_PORT', 8080, 1, 65_535)}`,
    posMode: env.POS_MODE === 'true',
    allowHeaderSessions: env.ALLOW_HEADER_SESSIONS !== 'false',
    map: {
      provider: env.MAP_PROVIDER || 'leaflet',
      key: env.MAP_KEY || null,
      tileUrl: env.MAP_TILE_URL || null,
      routingUrl: env.MAP_ROUTING_URL || null,
    },
    dailyImageUrl: url(env, 'DAILY_IMAGE_URL'),
    timeServer: timeServer(env, production),
    connections: number(env, 'DATABASE_CONNECTIONS', 10, 2, 200),
    recordTogether: number(env, 'RECORD_TOGETHER', 64, 1, 500),
    logLevel: env.LOG_LEVEL || 'warn',
    crashAt: env.MFUKO_CRASH_AT || null,
  };
  if (production) refuseWeakProduction(config, env);
  return config;
}

function refuseWeakProduction(config: Config, env: Environment): void {
  const refuse = (why: string): never => {
    throw new ConfigError(`Refusing to start in production: ${why}`);
  };
  if (!env.APP_WIRE_KEY) refuse('APP_WIRE_KEY is not set');
  if (new Set(config.wireKey.key).size < 8) refuse('APP_WIRE_KEY is too simple');
  if (!env.MASTER_KEY) refuse('MASTER_KEY is not set');
  if (config.smsProvider === 'outbox') refuse('SMS_PROVIDER=outbox sends no message');
  if (!config.africasTalking.apiKey || !config.africasTalking.username) refuse('the SMS gateway has no credentials');
  if (!config.africasTalking.baseUrl.startsWith('https:')) refuse('AFRICASTALKING_BASE_URL must begin with https');
  if (config.payments.provider === 'simulator') refuse('PAYMENTS_PROVIDER=simulator moves no money');
  if (!config.payments.baseUrl.startsWith('https:')) refuse('DARAJA_BASE_URL must begin with https');
  if (config.crashAt !== null) refuse('MFUKO_CRASH_AT is for tests');
  if (config.seed === 'demo') refuse('SEED=demo makes users that anyone knows');
}

function wireKey(env: Environment): string {
  const given = env.APP_WIRE_KEY ?? '';
  if (given !== '' && Buffer.byteLength(given) !== 16) throw new ConfigError('APP_WIRE_KEY must be 16 characters');
  return given;
}

/** The master key (32 bytes) where MASTER_KEY gives it; null where it lies in its file. */
export function givenMasterKey(env: Environment = process.env): Buffer | null {
  const text = env.MASTER_KEY;
  if (text === undefined || text === '') return null;
  const key = Buffer.from(text, 'base64');
  if (!/^[\w+/-]{43}=?$/.test(text) || key.length !== 32) {
    throw new ConfigError('MASTER_KEY must be 32 bytes in base64');
  }
  return key;
}

function number(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}`);
  }
  return value;
}

function addresses(env: Environment, name: string): readonly string[] | null {
  const text = env[name];
  if (text === undefined || text.trim() === '') return null;
  const all = text.split(',').map((address) => address.trim());
  if (!all.every((address) => isIP(address) !== 0))
    throw new ConfigError(`${name} must be addresses with commas between`);
  return all;
}

function timeServer(env: Environment, production: boolean): string | null {
  const text = env.TIME_SERVER || (production ? 'pool.ntp.org' : 'none');
  if (text === 'none') return null;
  if (!/^(\[[0-9a-f:]+\]|[\w.-]+)(:\d{1,5})?$/i.test(text))
    throw new ConfigError('TIME_SERVER must be a host, host:port or none');
  return text;
}

/** KES with up to four decimals, in ten-thousandths of a shilling. */
function price(env: Environment, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(text)) throw new ConfigError(`${name} must be an amount in KES, like 0.80`);
  return Math.round(Number(text) * 10_000);
}

function url(env: Environment, name: string): string | null {
  const text = env[name];
  if (text === undefined || text === '') return null;
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new ConfigError(`${name} must be a URL that begins with http`);
  return text;
}

function oneOf<const T extends string>(env: Environment, name: string, allowed: readonly T[], fallback: T): T {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const found = allowed.find((value) => value === text);
  if (found === undefined) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}`);
  return found;
}
