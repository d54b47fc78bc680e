import { join, resolve } from 'node:path';
import { weaknessOfProduction } from './production.ts';
import { RETIRED_SETTINGS, type Settings, settingsSchema } from './settings.ts';

/** Configuration from the environment, read once at start. This module is the only reader of process.env. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Owner's URL of an external PostgreSQL; null for the embedded one. */
  readonly databaseUrl: string | null;
  /** URL of a pooler in transaction mode in front of the database; null for none. */
  readonly poolerUrl: string | null;
  readonly backup: {
    /** Folder of the nightly backups; null disables them. */
    readonly to: string | null;
    /** Second folder, to which the backups are copied; null for none. */
    readonly copyTo: string | null;
    /** Public keys for encryption; if empty, the key file in DATA_DIR is used. */
    readonly recipients: readonly string[];
    /** URL of the external database, with a role that sees every row. */
    readonly databaseUrl: string | null;
  };
  /** True if a database that does not archive its WAL is to be reported. */
  readonly expectLogArchive: boolean;
  /** External database that is the target of a move; null for none. */
  readonly moveTo: string | null;
  readonly seed: 'demo' | 'demo-morning' | 'none';
  readonly platformName: string;
  /** Empty key where the environment sets none: the server then uses its key file. */
  readonly wireKey: { readonly key: string; readonly id: number };
  readonly smsProvider: 'outbox' | 'africastalking';
  readonly smsOutbox: string;
  /** SMS simulator to which `outbox` forwards. Port 0 selects any free port. */
  readonly smsSimulator: { readonly port: number; readonly file: string };
  /** Price of an SMS segment in ten-thousandths of a shilling, for estimates. */
  readonly smsPrice: number;
  readonly africasTalking: {
    readonly username: string;
    readonly apiKey: string;
    readonly senderId: string | null;
    readonly baseUrl: string;
  };
  /** Second SMS provider; null for none. */
  readonly smsSecond: {
    readonly baseUrl: string;
    readonly partnerId: string;
    readonly apiKey: string;
    readonly senderId: string;
  } | null;
  readonly payments: {
    readonly provider: 'simulator' | 'daraja';
    /** Base URL of Daraja; a simulator reports its own. */
    readonly baseUrl: string;
    /** Port of the simulator; 0 selects any free port. */
    readonly simulatorPort: number;
    /** File in which the simulator stores its state. */
    readonly simulatorFile: string;
    /** Proxies whose `X-Forwarded-For` is believed. If empty, callers' addresses are not checked. */
    readonly trustedProxies: readonly string[];
    /** Addresses from which the provider may call; null for its known addresses. */
    readonly callers: readonly string[] | null;
  };
  readonly publicUrl: string;
  /** True if PUBLIC_URL was set: the server then answers to no other host name. */
  readonly hasPublicUrl: boolean;
  /** Proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Calls without a session that an address may make in a minute. */
  readonly openCallsAMinute: number;
  readonly listRowsAnHour: number;
  /** Maximum number of open connections; one address gets at most a quarter. */
  readonly maxConnections: number;
  readonly scannerUrl: string;
  /**
   * Origins at which a page may reach the reader of a mini computer on the LAN: `wss://host:port`, where the host may begin with `*.`.
   */
  readonly readerOrigins: readonly string[];
  readonly posMode: boolean;
  readonly allowHeaderSessions: boolean;
  /** True if two accounts made by one person do not count as two people, and a number set by somebody else waits a day. */
  readonly strictAccounts: boolean;
  /** True if a fingerprint image that looks rebuilt from a template is refused where money moves. */
  readonly refuseRebuiltFingers: boolean;
  /** True if an Admin has to give a reason for visiting a school. */
  readonly visitReasons: boolean;
  /** True if guardians receive sign-in codes, as needed for a wallet app. */
  readonly guardianCodes: boolean;
  /** Maximum number of sign-in codes per minute on the whole platform. */
  readonly codesAMinute: number;
  readonly map: {
    /** Map library: `leaflet`. Part of the protocol, because other clients may use another one. */
    readonly provider: string;
    readonly key: string | null;
    readonly tileUrl: string | null;
    readonly routingUrl: string | null;
  };
  readonly dailyImageUrl: string | null;
  /** Server for network time (SNTP): a host, or host:port; null for none. */
  readonly timeServer: string | null;
  /** Size of the connection pool. */
  readonly connections: number;
  /** Maximum number of calls that one transaction records in a batch; with 1, each has its own. */
  readonly batchMaxCalls: number;
  /** Number of impressions that all workers of the fingerprint engine keep in memory together. */
  readonly fingerprintsInMemory: number;
  /** Recipients of alarms, and the mail server; null sends no mail. */
  readonly alarms: {
    readonly phones: readonly string[];
    readonly emails: readonly string[];
    readonly smtpUrl: string | null;
    readonly mailFrom: string;
  };
  readonly logLevel: string;
  /** Bearer token for the metrics; null allows only this machine to read them. */
  readonly metricsToken: string | null;
  /** URL of a trace collector; null disables tracing. */
  readonly tracesTo: string | null;
  /** True in tests where several servers share an embedded database. */
  readonly sharedFolder: boolean;
  /** Failpoint: a test ends the process there, `point:count` (platform/process/failpoint.ts); null everywhere else. */
  readonly failpoint: string | null;
}

export class ConfigError extends Error {
  override readonly name: string = 'ConfigError';
}

type Environment = Record<string, string | undefined>;

/** Reads and validates the environment. Throws ConfigError, which names the variable, for an invalid value. */
export function readConfig(env: Environment = process.env): Config {
  const { config, refusals } = inspectConfig(env);
  const [why] = refusals;
  if (why !== undefined) throw new ConfigError(`Refusing to start in production: ${why}`);
  return config;
}

/** Reads the environment like `readConfig`, and returns every reason for which production would refuse it instead of throwing. */
export function inspectConfig(env: Environment = process.env): { config: Config; refusals: readonly string[] } {
  const production = env.NODE_ENV === 'production';
  const given = readSettings(env);
  const dataDir = resolve(given.DATA_DIR);
  const databaseUrl = given.DATABASE_URL ?? null;
  const config: Config = {
    production,
    host: given.HOST,
    port: given.PORT,
    dataDir,
    databaseUrl,
    poolerUrl: given.DATABASE_POOLER_URL ?? null,
    backup: {
      to: given.BACKUP_TO === undefined ? null : resolve(given.BACKUP_TO),
      copyTo: given.BACKUP_COPY_TO === undefined ? null : resolve(given.BACKUP_COPY_TO),
      recipients: given.BACKUP_RECIPIENT ?? [],
      databaseUrl: given.BACKUP_DATABASE_URL ?? null,
    },
    expectLogArchive: given.EXPECT_LOG_ARCHIVE,
    moveTo: given.MOVE_DATABASE_URL ?? null,
    seed: given.SEED ?? (databaseUrl || production ? 'none' : 'demo'),
    platformName: given.PLATFORM_NAME,
    wireKey: { key: given.APP_WIRE_KEY ?? '', id: given.APP_WIRE_KEY_ID },
    ...smsOf(given, dataDir, production),
    payments: paymentsOf(given, dataDir, production),
    publicUrl: given.PUBLIC_URL ?? `http://${given.HOST.includes(':') ? `[${given.HOST}]` : given.HOST}:${given.PORT}`,
    hasPublicUrl: given.PUBLIC_URL !== undefined,
    trustedProxies: given.TRUSTED_PROXY ?? given.HOOKS_TRUSTED_PROXY ?? [],
    openCallsAMinute: given.OPEN_CALLS_A_MINUTE,
    listRowsAnHour: given.LIST_ROWS_AN_HOUR,
    maxConnections: given.MAX_CONNECTIONS,
    scannerUrl: given.SCANNER_URL ?? `ws://127.0.0.1:${given.SCANNER_PORT}`,
    readerOrigins: given.READER_ORIGINS ?? [],
    posMode: given.POS_MODE,
    allowHeaderSessions: given.ALLOW_HEADER_SESSIONS ?? !production,
    strictAccounts: given.STRICT_ACCOUNTS ?? production,
    refuseRebuiltFingers: given.REFUSE_REBUILT_FINGERS ?? production,
    visitReasons: given.VISIT_REASONS ?? production,
    guardianCodes: given.GUARDIAN_CODES ?? !production,
    codesAMinute: given.CODES_A_MINUTE ?? (production ? 120 : 1_000),
    map: {
      provider: 'leaflet',
      key: null,
      tileUrl: given.MAP_TILE_URL ?? null,
      routingUrl: given.MAP_ROUTING_URL ?? null,
    },
    dailyImageUrl: given.DAILY_IMAGE_URL ?? null,
    timeServer: timeServerOf(given, production),
    connections: given.DATABASE_CONNECTIONS,
    batchMaxCalls: given.BATCH_MAX_CALLS,
    fingerprintsInMemory: given.FINGERPRINTS_IN_MEMORY,
    alarms: alarmsOf(given),
    logLevel: given.LOG_LEVEL,
    metricsToken: given.METRICS_TOKEN ?? null,
    tracesTo: given.TRACES_TO ?? null,
    sharedFolder: given.SHARED_FOLDER,
    failpoint: given.FAILPOINT ?? null,
  };
  return { config, refusals: production ? refusalsOf(config, given) : [] };
}

/** Reads the configuration with some variables replaced, for tools that change the location of the data. */
export function readConfigWith(changes: Environment): Config {
  return readConfig({ ...process.env, ...changes });
}

/** Returns the master key (32 bytes) of MASTER_KEY; null where it is in its file. */
export function givenMasterKey(env: Environment = process.env): Buffer | null {
  const { MASTER_KEY } = readSettings(env);
  return MASTER_KEY === undefined ? null : Buffer.from(MASTER_KEY, 'base64');
}

/** Parses the settings. An empty variable counts as unset, since env files contain lines such as `MASTER_KEY=`. */
function readSettings(env: Environment): Settings {
  for (const [name, why] of Object.entries(RETIRED_SETTINGS)) {
    if (env[name]) throw new ConfigError(`${name} ${why}.`);
  }
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const read = settingsSchema.safeParse(set);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  // Reports the name only: a value may be a secret.
  throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`);
}

function smsOf(given: Settings, dataDir: string, production: boolean) {
  return {
    smsProvider: given.SMS_PROVIDER ?? (production ? 'africastalking' : 'outbox'),
    smsOutbox: resolve(given.SMS_OUTBOX ?? join(dataDir, 'sms-outbox.ndjson')),
    // A server with PORT=0 is one of many on the machine, so its simulator gets any free port too.
    smsSimulator: {
      port: given.SMS_SIMULATOR_PORT ?? (given.PORT === 0 ? 0 : 4011),
      file: join(dataDir, 'sms-simulator.json'),
    },
    smsPrice: given.SMS_PRICE,
    africasTalking: {
      username: given.AFRICASTALKING_USERNAME ?? '',
      apiKey: given.AFRICASTALKING_API_KEY ?? '',
      senderId: given.AFRICASTALKING_SENDER_ID ?? null,
      baseUrl:
        given.AFRICASTALKING_BASE_URL ??
        `https://api.${given.AFRICASTALKING_USERNAME === 'sandbox' ? 'sandbox.' : ''}africastalking.com`,
    },
    smsSecond: secondSmsOf(given),
  } as const;
}

function secondSmsOf(given: Settings): Config['smsSecond'] {
  const { SMS_SECOND_URL: baseUrl, SMS_SECOND_PARTNER_ID: partnerId = '' } = given;
  if (!baseUrl) return null;
  const [apiKey, senderId] = [given.SMS_SECOND_API_KEY ?? '', given.SMS_SECOND_SENDER_ID ?? ''];
  return { baseUrl, partnerId, apiKey, senderId };
}

function paymentsOf(given: Settings, dataDir: string, production: boolean): Config['payments'] {
  return {
    provider: given.PAYMENTS_PROVIDER ?? (production ? 'daraja' : 'simulator'),
    baseUrl: given.DARAJA_BASE_URL ?? `https://${production ? 'api' : 'sandbox'}.safaricom.co.ke`,
    simulatorPort: given.DARAJA_SIMULATOR_PORT,
    simulatorFile: join(dataDir, 'daraja-simulator.json'),
    trustedProxies: given.HOOKS_TRUSTED_PROXY ?? [],
    callers: given.HOOKS_CALLERS ?? null,
  };
}

function timeServerOf(given: Settings, production: boolean): string | null {
  const server = given.TIME_SERVER ?? (production ? 'pool.ntp.org' : 'none');
  return server === 'none' ? null : server;
}

function refusalsOf(config: Config, given: Settings): string[] {
  const { africasTalking: sms, smsSecond: second, payments } = config;
  const keys = [
    given.APP_WIRE_KEY ? null : 'APP_WIRE_KEY is not set',
    given.MASTER_KEY ? null : 'MASTER_KEY is not set',
  ];
  const weakness = weaknessOfProduction({
    publicUrl: config.publicUrl,
    wireKey: config.wireKey.key,
    masterKey: given.MASTER_KEY ?? '',
    databaseUrl: config.databaseUrl,
    poolerUrl: config.poolerUrl,
  });
  return [
    ...keys,
    // An unset key also counts as weak, and needs no second message.
    keys.every((why) => why === null) ? weakness : null,
    config.smsProvider === 'outbox' ? 'SMS_PROVIDER=outbox sends no message' : null,
    sms.apiKey && sms.username
      ? null
      : 'the SMS gateway has no credentials, and staff sign in by a code that comes by SMS (AFRICASTALKING_USERNAME, AFRICASTALKING_API_KEY)',
    second && !(second.partnerId && second.apiKey && second.senderId)
      ? 'SMS_SECOND_URL needs SMS_SECOND_PARTNER_ID, SMS_SECOND_API_KEY and SMS_SECOND_SENDER_ID'
      : null,
    second && !second.baseUrl.startsWith('https:') ? 'SMS_SECOND_URL must begin with https' : null,
    sms.baseUrl.startsWith('https:') ? null : 'AFRICASTALKING_BASE_URL must begin with https',
    payments.provider === 'simulator' ? 'PAYMENTS_PROVIDER=simulator moves no money' : null,
    payments.baseUrl.startsWith('https:') ? null : 'DARAJA_BASE_URL must begin with https',
    config.failpoint === null ? null : 'FAILPOINT is for tests',
    config.sharedFolder ? 'SHARED_FOLDER is for tests' : null,
    config.seed === 'none' ? null : `SEED=${config.seed} makes users that anyone knows`,
  ].filter((why) => why !== null);
}

function alarmsOf({ ALARM_PHONES, ALARM_EMAILS, SMTP_URL, MAIL_FROM }: Settings): Config['alarms'] {
  const emails = ALARM_EMAILS ?? [];
  if (emails.length > 0 && (SMTP_URL === undefined || MAIL_FROM === undefined))
    throw new ConfigError('ALARM_EMAILS needs SMTP_URL and MAIL_FROM');
  return { phones: ALARM_PHONES ?? [], emails, smtpUrl: SMTP_URL ?? null, mailFrom: MAIL_FROM ?? '' };
}
