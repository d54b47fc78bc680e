import { isIP } from 'node:net';
import { phoneNumber } from '@mfuko/contract/ids';
import { z } from 'zod';

/** Settings that were renamed or removed: a start with one of them is refused. */
export const RETIRED_SETTINGS: Readonly<Record<string, string>> = {
  RECORD_TOGETHER: 'is named BATCH_MAX_CALLS now',
  MFUKO_CRASH_AT: 'is named FAILPOINT now',
  MAP_PROVIDER: 'is gone: the map is drawn with the pictures of MAP_TILE_URL',
  MAP_KEY: 'is gone: put the key into MAP_TILE_URL',
};

/** Text of a setting in docs/operations.md: its meaning, and its default where the schema does not contain it. */
interface Doc {
  readonly meaning: string;
  readonly default?: string;
}

const docs = z.registry<Doc>();

const text = () => z.string();
/** Only decimal digits: `Number` also reads `0x50` and `1e3`, which the operator of another program may have meant otherwise. */
const whole = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,12}$/, { error })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error });
};
const flag = () => z.enum(['true', 'false'], { error: 'must be true or false' }).transform((value) => value === 'true');
const oneOf = <const T extends readonly string[]>(...allowed: T) =>
  z.enum(allowed, { error: `must be one of ${allowed.join(', ')}` });
const url = () =>
  z.string().refine((value) => URL.canParse(value) && /^https?:\/\//.test(value), {
    error: 'must be a URL that begins with http',
  });
/** Paths are appended to this address for the callbacks of M-Pesa and SMS, so nothing may follow its own path. */
const publicUrl = () =>
  url().refine((value) => !URL.canParse(value) || !/[?#@]/.test(value), {
    error: 'must be an address alone, without a user, a query or a fragment',
  });
/** URL of a database as the driver reads it, which also takes a socket's folder and an address without a host. */
const databaseUrl = () =>
  text().refine(
    (value) =>
      /^(socket:|\/)/.test(value) ||
      (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value.replace('@/', '@localhost/'), 'postgres://localhost')),
    { error: 'must be a URL that begins with postgresql://, with special characters of the password percent-encoded' },
  );
const addresses = () =>
  z
    .string()
    .transform((value) => value.split(',').map((address) => address.trim()))
    .refine((all) => all.every((address) => isIP(address) !== 0), { error: 'must be addresses with commas between' });
/** Amount in KES with up to four decimals, parsed to ten-thousandths of a shilling. */
const price = () =>
  z
    .string()
    .regex(/^\d{1,3}(\.\d{1,4})?$/, 'must be an amount in KES, like 0.80')
    .transform((value) => Math.round(Number(value) * 10_000));

const listOf = (one: z.ZodType<string>, error: string) =>
  z
    .string()
    .transform((value) => value.split(',').map((each) => one.safeParse(each.trim()).data))
    .refine((all): all is string[] => all.every((each) => each !== undefined), { error })
    .transform((all) => all.filter((each) => each !== undefined));
/**
 * Origin of a reader on the LAN. It becomes part of a header of every page, so only a host name or IPv4 address and a port are allowed.
 */
const readerOrigin = z
  .string()
  .toLowerCase()
  .regex(/^wss:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/)
  .refine((value) => URL.canParse(value.replace('*.', '')));
/** Pages open this address with `new WebSocket`, which throws for any other form. */
const scannerUrl = () =>
  z.string().refine((value) => URL.canParse(value) && /^wss?:\/\/[^#]+$/.test(value), {
    error: 'must be a URL that begins with ws:// or wss://',
  });
const isPort = (digits: string | undefined) => digits === undefined || (Number(digits) > 0 && Number(digits) < 65_536);
const mailServer = () =>
  z.string().refine((value) => URL.canParse(value) && /^smtps?:\/\/[^/]/.test(value), {
    error: 'must be a URL that begins with smtp:// or smtps://',
  });

/** Every environment variable that the server reads. Defaults that depend on other settings are computed in `config.ts`. */
export const settingsSchema = z.object({
  NODE_ENV: oneOf('production', 'development', 'test').optional().register(docs, {
    meaning:
      '`production` refuses what is fit for trials only: missing or simple keys, the outbox, the M-Pesa simulator, demo users, a public address without https, a database that does not flush, or a remote one without TLS',
  }),
  HOST: text().default('127.0.0.1').register(docs, { meaning: 'address on which the server listens' }),
  PORT: whole(0, 65_535)
    .default(4000)
    .register(docs, { meaning: 'port of the API and the console; 0 uses any free port' }),
  PUBLIC_URL: publicUrl().optional().register(docs, {
    meaning:
      'public address of the server, also for the callbacks of M-Pesa and the SMS provider. If it is set, the server answers requests for its name and for IP addresses, and for no other name',
    default: '`http://HOST:PORT`',
  }),
  TRUSTED_PROXY: addresses().optional().register(docs, {
    meaning:
      'addresses of your proxies, separated by commas: `X-Forwarded-For` then gives the client. Without it, rate limits do not apply to clients behind a proxy on this machine, and treat all clients behind another proxy as one',
    default: '`HOOKS_TRUSTED_PROXY`',
  }),
  OPEN_CALLS_A_MINUTE: whole(60, 1_000_000).default(600).register(docs, {
    meaning:
      'calls per minute that one address may make without a session, at all servers together; this machine is exempt',
  }),
  LIST_ROWS_AN_HOUR: whole(10_000, 1_000_000_000).default(150_000).register(docs, {
    meaning:
      'rows of student lists that one person may read in an hour, or at once; a person who reads more must wait until the allowance refills',
  }),
  MAX_CONNECTIONS: whole(100, 100_000).default(4_000).register(docs, {
    meaning: 'maximum number of open connections; one address may have a quarter of them, your proxies all',
  }),
  PLATFORM_NAME: text().default('Mfuko').register(docs, { meaning: 'name shown on the screens' }),
  DATA_DIR: text()
    .default('./data')
    .register(docs, { meaning: 'folder for the keys, the embedded database and other files' }),
  DATABASE_URL: databaseUrl().optional().register(docs, {
    meaning: 'URL of an outside PostgreSQL (15 or newer), as its owner',
    default: 'the embedded one under `DATA_DIR`',
  }),
  DATABASE_POOLER_URL: text()
    .refine((value) => URL.canParse(value) && /^postgres(ql)?:\/\/[^/]/.test(value), {
      error: 'must be a URL that begins with postgresql://',
    })
    .optional()
    .register(docs, {
      meaning:
        'a pooler in transaction mode (PgBouncer) in front of that database, for all transactions of calls and jobs: `postgresql://host:port/name`. User and password are always those of `mfuko_app`. Whatever needs a session (migrations, the job queue, notifications) uses `DATABASE_URL` ([many servers](many-servers.md#a-pooler))',
      default: 'none',
    }),
  BACKUP_TO: text().optional().register(docs, {
    meaning:
      'folder for the nightly backup, of this installation alone, best on another disk or machine. It must exist: the server reports a disk that is not plugged in, and does not create the folder',
    default: 'none: no scheduled backup',
  }),
  BACKUP_COPY_TO: text().optional().register(docs, {
    meaning:
      'second folder, on a removable disk or another machine, that gets a copy of each backup within the hour, and of the audit checkpoints. It must exist and differ from `BACKUP_TO`',
    default: 'none: no copies',
  }),
  BACKUP_RECIPIENT: text()
    .transform((value) => value.split(',').map((one) => one.trim()))
    .optional()
    .register(docs, {
      meaning:
        'public keys to which backups are encrypted (`age1…`), separated by commas; the secret half of any of them can decrypt them',
      default: 'that of `DATA_DIR/backup-recipient.txt`, which `npm run backup -- --make-key` writes',
    }),
  BACKUP_DATABASE_URL: databaseUrl().optional().register(docs, {
    meaning:
      'URL of the outside database as a role that sees every row (`BYPASSRLS`, `pg_read_all_data`), used by backups and moves',
    default: 'none; the embedded database needs none',
  }),
  EXPECT_LOG_ARCHIVE: flag().default(false).register(docs, {
    meaning:
      '`true` if the outside database must archive its write-ahead log for point-in-time recovery: doctor, bell and metrics report if it does not. A database that archives is monitored without this setting',
  }),
  MOVE_DATABASE_URL: databaseUrl().optional().register(docs, {
    meaning:
      'URL of the outside database, as its owner, to which `npm run move -- --to outside` moves the embedded one; only for the move',
  }),
  DATABASE_CONNECTIONS: whole(2, 200)
    .default(10)
    .register(docs, { meaning: 'maximum number of database connections in the pool' }),
  FINGERPRINTS_IN_MEMORY: whole(1_000, 10_000_000).default(60_000).register(docs, {
    meaning:
      'fingerprint impressions that the engine keeps in memory to search whole schools, 8 to 11 KB each; the least recently searched schools are evicted ([how many](many-servers.md#memory-for-many-schools))',
  }),
  BATCH_MAX_CALLS: whole(1, 500).default(64).register(docs, {
    meaning:
      'maximum number of calls that one transaction records in a batch; with 1, each call has its own transaction',
  }),
  SEED: oneOf('demo', 'demo-morning', 'none').optional().register(docs, {
    meaning:
      '`demo` fills an empty database with a demo school, `demo-morning` with the same school before anybody has arrived; `none` leaves it empty',
    default: '`demo` with the embedded database outside production, else `none`',
  }),
  APP_WIRE_KEY: text()
    .refine((value) => Buffer.byteLength(value) === 16, { error: 'must be 16 characters' })
    .optional()
    .register(docs, {
      meaning: 'key of 16 characters, shared with the clients',
      default: 'generated at the first start',
    }),
  APP_WIRE_KEY_ID: whole(0, 255).default(1).register(docs, { meaning: 'number of that key' }),
  MASTER_KEY: text()
    .refine((value) => /^[\w+/-]{43}=?$/.test(value) && Buffer.from(value, 'base64').length === 32, {
      error: 'must be 32 bytes in base64',
    })
    .optional()
    .register(docs, {
      meaning: "32 bytes in base64 that encrypt every key at rest. A key that is not the database's is refused",
      default: 'that of `keys/master.key`',
    }),
  ALARM_PHONES: listOf(phoneNumber, 'must be phone numbers with commas between').optional().register(docs, {
    meaning:
      'phones of the operators, separated by commas: they get an SMS when books differ, a backup fails, the disk fills up, a provider is away or a job is given up. `npm run alarm:try` sends a trial',
    default: 'none: only the bell',
  }),
  ALARM_EMAILS: listOf(z.email(), 'must be e-mail addresses with commas between').optional().register(docs, {
    meaning: 'the same by e-mail; needs `SMTP_URL` and `MAIL_FROM`',
    default: 'none',
  }),
  SMTP_URL: mailServer().optional().register(docs, {
    meaning:
      'mail server for alarms, `smtps://user:password@host:465` or `smtp://…:587`; authenticates over TLS only. Percent-encode special characters of the password (`@` as `%40`)',
    default: 'none: no e-mail',
  }),
  MAIL_FROM: z.email('must be an e-mail address').optional().register(docs, {
    meaning: 'sender of these e-mails',
    default: 'none',
  }),
  SMS_PROVIDER: oneOf('outbox', 'africastalking').optional().register(docs, {
    meaning: '`outbox` writes to the file `SMS_OUTBOX`, from which a simulator reads; or `africastalking`',
    default: '`outbox`, in production `africastalking`',
  }),
  SMS_OUTBOX: text().optional().register(docs, {
    meaning: 'file to which `outbox` appends, one JSON object per line',
    default: '`DATA_DIR/sms-outbox.ndjson`',
  }),
  SMS_SIMULATOR_PORT: whole(0, 65_535).optional().register(docs, {
    meaning: 'port of the SMS simulator, on 127.0.0.1; any free port if this one is in use',
    default: '`4011`; any free port where `PORT` is 0',
  }),
  SMS_PRICE: price().default(8_000).register(docs, {
    meaning: 'price of a segment in KES, for cost estimates and for the monthly cap',
    default: '`0.80`',
  }),
  AFRICASTALKING_USERNAME: text().optional().register(docs, { meaning: "the account's user name" }),
  AFRICASTALKING_API_KEY: text().optional().register(docs, { meaning: "the account's key" }),
  AFRICASTALKING_SENDER_ID: text().optional().register(docs, {
    meaning:
      'sender id. Use a registered transactional one: promotional ones are not delivered at night, and subscribers can block them',
  }),
  AFRICASTALKING_BASE_URL: url().optional().register(docs, {
    meaning: "address of Africa's Talking",
    default: 'its live host; with the user name `sandbox` its sandbox',
  }),
  SMS_SECOND_URL: url().optional().register(docs, {
    meaning:
      "address of a second provider, which gets the messages that Africa's Talking definitely did not accept ([messages](features/messages.md#a-second-provider)). It needs the API with `apikey` and `partnerID`, which Advanta, TextSMS, Celcom Africa and others offer",
    default: 'none: messages wait while the first provider is away',
  }),
  SMS_SECOND_PARTNER_ID: text().optional().register(docs, { meaning: 'partner id of the account there' }),
  SMS_SECOND_API_KEY: text().optional().register(docs, { meaning: 'key of the account there' }),
  SMS_SECOND_SENDER_ID: text().optional().register(docs, {
    meaning: 'sender id there, a registered transactional one',
  }),
  PAYMENTS_PROVIDER: oneOf('simulator', 'daraja').optional().register(docs, {
    meaning: '`daraja` is M-Pesa',
    default: '`simulator`, in production `daraja`',
  }),
  DARAJA_BASE_URL: url().optional().register(docs, {
    meaning: 'address of Daraja',
    default: "Safaricom's sandbox, in production its live host",
  }),
  DARAJA_SIMULATOR_PORT: whole(0, 65_535).default(4010).register(docs, {
    meaning:
      'port of the M-Pesa simulator, on 127.0.0.1 only; 0, or a port in use by another installation, means any free port',
  }),
  HOOKS_TRUSTED_PROXY: addresses().optional().register(docs, {
    meaning:
      "addresses of your proxies, separated by commas; if set, only the provider's own addresses may call `/hooks`, according to the last entry of the proxy's `X-Forwarded-For`",
    default: 'none: only the secret in the path protects it',
  }),
  HOOKS_CALLERS: addresses().optional().register(docs, {
    meaning: 'addresses from which the provider calls; used only with `HOOKS_TRUSTED_PROXY`',
    default: "Safaricom's known addresses",
  }),
  TIME_SERVER: text()
    .refine((value) => /^(\[[0-9a-f:]+\]|[\w.-]+)(:\d{1,5})?$/i.test(value) && isPort(/:(\d+)$/.exec(value)?.[1]), {
      error: 'must be a host, host:port or none',
    })
    .optional()
    .register(docs, {
      meaning: 'network time server (SNTP, UDP 123): a host or `host:port`; `none` disables the query',
      default: '`none`, in production `pool.ntp.org`',
    }),
  SCANNER_URL: scannerUrl().optional().register(docs, {
    meaning: "address at which the console's pages connect to the scanner service of their own machine",
    default: '`ws://127.0.0.1:SCANNER_PORT`',
  }),
  SCANNER_PORT: whole(1, 65_535).default(8080).register(docs, { meaning: 'port of the scanner service' }),
  READER_ORIGINS: listOf(readerOrigin, 'must be addresses like wss://gate.lan:8443, with commas between')
    .optional()
    .register(docs, {
      meaning:
        'addresses of mini computers with a reader to which tablets may connect ([readers on the LAN](features/devices.md#readers-on-the-lan)), separated by commas: `wss://` only; a host may begin with `*.`. Pages can connect to no other',
      default: 'none',
    }),
  POS_MODE: flag().default(false).register(docs, {
    meaning: '`true` if devices serve students unless their own switch says otherwise: they open at the gate',
  }),
  ALLOW_HEADER_SESSIONS: flag().optional().register(docs, {
    meaning: '`false` refuses sign-in by programs that are not browsers',
    default: '`true`, in production `false`',
  }),
  STRICT_ACCOUNTS: flag().optional().register(docs, {
    meaning:
      '`true` enforces segregation of duties: an account, and the person who made it or set its number, cannot act as two persons; a number set by another person takes effect after a day',
    default: '`false`, in production `true`',
  }),
  REFUSE_REBUILT_FINGERS: flag().optional().register(docs, {
    meaning:
      '`true` refuses, for money, a picture of a finger that seems to be made from a template. The synthetic fingers of a trial can look like that',
    default: '`false`, in production `true`',
  }),
  VISIT_REASONS: flag().optional().register(docs, {
    meaning: '`true` requires an Admin to give a reason before they see anything of a school; it is valid for an hour',
    default: '`false`, in production `true`',
  }),
  GUARDIAN_CODES: flag().optional().register(docs, {
    meaning:
      '`true` sends sign-in codes to guardians too, for a platform with a wallet app for them; `false` saves these messages',
    default: '`true`, in production `false`',
  }),
  CODES_A_MINUTE: whole(1, 100_000).optional().register(docs, {
    meaning:
      'maximum number of SMS codes of the whole platform per minute; above it no codes are sent, and the Admins are notified',
    default: '1000, in production 120',
  }),
  MAP_TILE_URL: text()
    .refine((value) => URL.canParse(value.replace(/[{}]/g, '')) && /^https?:/.test(value), {
      error: 'must be a URL that begins with http',
    })
    .optional()
    .register(docs, {
      meaning: 'address of map tiles for the bus route, with `{z}`, `{x}` and `{y}`',
      default: 'none: a built-in outline of Kenya',
    }),
  MAP_ROUTING_URL: url().optional().register(docs, {
    meaning: 'address of an OSRM service for routes on roads',
    default: 'none: straight lines',
  }),
  DAILY_IMAGE_URL: url().optional().register(docs, {
    meaning: "address of a service for the sign-in screen's daily picture",
    default: 'none: a local picture',
  }),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('warn').register(docs, {
    meaning: 'lowest level of log lines',
  }),
  METRICS_TOKEN: text()
    .refine((value) => /^[\x21-\x7e]{24,}$/.test(value), { error: 'must be 24 characters or more, without spaces' })
    .optional()
    .register(docs, {
      meaning:
        'bearer token for `/metrics`, 24 characters or more. Without it, only programs on this machine can read the metrics, if the server listens on this machine alone, and never through a proxy',
    }),
  TRACES_TO: url().optional().register(docs, {
    meaning: 'collector of traces (OpenTelemetry, OTLP over HTTP), as `http://127.0.0.1:4318/v1/traces`',
    default: 'none: no traces',
  }),
  SHARED_FOLDER: flag().default(false).register(docs, {
    meaning: 'for tests: several servers on one `DATA_DIR` with an embedded database; production refuses it',
  }),
  FAILPOINT: text().optional().register(docs, {
    meaning: 'for tests: `point:count` at which the process exits; production refuses it',
  }),
});

export type Settings = z.output<typeof settingsSchema>;

/** Returns the rows of the table in docs/operations.md: `| variable | meaning | default |`. */
export function describeSettings(): string[] {
  return Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const doc = docs.get(schema);
    if (!doc) throw new TypeError(`The setting ${name} has no description for docs/operations.md.`);
    const known = schema instanceof z.ZodDefault ? `\`${String(schema.def.defaultValue)}\`` : 'unset';
    return `| \`${name}\` | ${doc.meaning} | ${doc.default ?? known} |`;
  });
}
