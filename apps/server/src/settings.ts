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
const whole = (least: number, most: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${least} to ${most}` })
    .refine((value) => Number.isInteger(value) && value >= least && value <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    });
const flag = () => z.enum(['true', 'false'], { error: 'must be true or false' }).transform((value) => value === 'true');
const oneOf = <const T extends readonly string[]>(...allowed: T) =>
  z.enum(allowed, { error: `must be one of ${allowed.join(', ')}` });
const url = () =>
  z.string().refine((value) => URL.canParse(value) && /^https?:/.test(value), {
    error: 'must be a URL that begins with http',
  });
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
const mailServer = () =>
  z.string().refine((value) => URL.canParse(value) && /^smtps?:\/\/[^/]/.test(value), {
    error: 'must be a URL that begins with smtp:// or smtps://',
  });

/** Every environment variable that the server reads. Defaults that depend on other settings are computed in `config.ts`. */
export const settingsSchema = z.object({
  NODE_ENV: oneOf('production', 'development', 'test').optional().register(docs, {
    meaning:
      '`production` refuses whatever is fit for a trial only: keys that are not set or simple, the outbox, the M-Pesa simulator, demo users, a public address without https, a database that does not flush or is elsewhere without TLS',
  }),
  HOST: text().default('127.0.0.1').register(docs, { meaning: 'address on which it listens' }),
  PORT: whole(0, 65_535)
    .default(4000)
    .register(docs, { meaning: 'port of the API and the console; 0 is any free one' }),
  PUBLIC_URL: url().optional().register(docs, {
    meaning:
      'address at which the outside world reaches it, for the callbacks of M-Pesa and the SMS provider. Where it is set, the server answers to its name and to addresses, and to no other name',
    default: '`http://HOST:PORT`',
  }),
  TRUSTED_PROXY: addresses().optional().register(docs, {
    meaning:
      'addresses of proxies of ours, with commas between: who calls through them is told by `X-Forwarded-For`. Without it all who come by a proxy on this machine are counted for nobody, and all who come by one elsewhere for it',
    default: '`HOOKS_TRUSTED_PROXY`',
  }),
  OPEN_CALLS_A_MINUTE: whole(60, 1_000_000).default(600).register(docs, {
    meaning:
      'calls without a session that one address may make in a minute, at all servers together; this machine is not counted',
  }),
  LIST_ROWS_AN_HOUR: whole(10_000, 1_000_000_000).default(150_000).register(docs, {
    meaning:
      'rows of lists of students that one person may read in an hour, or at once; whoever reads more waits until they come again',
  }),
  MAX_CONNECTIONS: whole(100, 100_000).default(4_000).register(docs, {
    meaning: 'connections that are open at once; one address has a quarter of them at most, proxies of ours all',
  }),
  PLATFORM_NAME: text().default('Mfuko').register(docs, { meaning: 'name on the screens' }),
  DATA_DIR: text()
    .default('./data')
    .register(docs, { meaning: 'folder of its keys, the embedded database and its files' }),
  DATABASE_URL: text()
    .refine((value) => /^(postgres(ql)?:\/\/|socket:|\/)/.test(value), {
      error: 'must be a URL that begins with postgresql://',
    })
    .optional()
    .register(docs, {
      meaning: 'an outside PostgreSQL (15 or newer), as its owner',
      default: 'the embedded one under `DATA_DIR`',
    }),
  DATABASE_POOLER_URL: text()
    .refine((value) => URL.canParse(value) && /^postgres(ql)?:\/\/[^/]/.test(value), {
      error: 'must be a URL that begins with postgresql://',
    })
    .optional()
    .register(docs, {
      meaning:
        'a pooler in transaction mode (PgBouncer) in front of that database, for all transactions of calls and jobs: `postgresql://host:port/name`. User and password are those of `mfuko_app`, whatever stands there. What needs a session (migrations, the job queue, wake-ups) goes to `DATABASE_URL` itself ([many servers](many-servers.md#a-pooler))',
      default: 'none',
    }),
  BACKUP_TO: text().optional().register(docs, {
    meaning:
      'folder that gets a backup each night, of this installation alone; best on another disk or machine. It must be there: a disk that is not plugged in is told, not filled in for',
    default: 'none: no backup is made by itself',
  }),
  BACKUP_COPY_TO: text().optional().register(docs, {
    meaning:
      'a second folder, on a disk that is carried away or on another machine, that gets a copy of each backup within the hour, and of the audit checkpoints. It must be there, and another than `BACKUP_TO`',
    default: 'none: nothing is copied by itself',
  }),
  BACKUP_RECIPIENT: text()
    .transform((value) => value.split(',').map((one) => one.trim()))
    .optional()
    .register(docs, {
      meaning:
        'public keys that backups are encrypted to (`age1…`), with commas between: whoever has the secret half of one can open them',
      default: 'that of `DATA_DIR/backup-recipient.txt`, which `npm run backup -- --make-key` writes',
    }),
  BACKUP_DATABASE_URL: text().optional().register(docs, {
    meaning:
      'the outside database as a role that sees every row (`BYPASSRLS`, `pg_read_all_data`): backups and moves read as it',
    default: 'none; the embedded database needs none',
  }),
  EXPECT_LOG_ARCHIVE: flag().default(false).register(docs, {
    meaning:
      '`true` where the outside database is to archive its log for recovery to a point in time: doctor, bell and metrics tell where it does not. One that archives is watched without it',
  }),
  MOVE_DATABASE_URL: text().optional().register(docs, {
    meaning:
      'the outside database to which `npm run move -- --to outside` moves the embedded one, as its owner; only for the move',
  }),
  DATABASE_CONNECTIONS: whole(2, 200).default(10).register(docs, { meaning: 'sessions of the pool' }),
  FINGERPRINTS_IN_MEMORY: whole(1_000, 10_000_000).default(60_000).register(docs, {
    meaning:
      'impressions that the fingerprint engine keeps in memory to search whole schools, 8 to 11 KB each; the schools that were searched longest ago leave ([how many](many-servers.md#memory-for-many-schools))',
  }),
  BATCH_MAX_CALLS: whole(1, 500).default(64).register(docs, {
    meaning: 'the most calls that one transaction records in a batch; 1: each has its own',
  }),
  SEED: oneOf('demo', 'demo-morning', 'none').optional().register(docs, {
    meaning:
      '`demo` fills an empty database with a school to try; `demo-morning` with the same school before its first bell, nobody in school yet; `none` does not',
    default: '`demo` with the embedded database outside production, else `none`',
  }),
  APP_WIRE_KEY: text()
    .refine((value) => Buffer.byteLength(value) === 16, { error: 'must be 16 characters' })
    .optional()
    .register(docs, { meaning: '16 characters shared with the clients', default: 'made on the first start' }),
  APP_WIRE_KEY_ID: whole(0, 255).default(1).register(docs, { meaning: 'number of that key' }),
  MASTER_KEY: text()
    .refine((value) => /^[\w+/-]{43}=?$/.test(value) && Buffer.from(value, 'base64').length === 32, {
      error: 'must be 32 bytes in base64',
    })
    .optional()
    .register(docs, {
      meaning: "32 bytes in base64 that wrap every key at rest. Another key than the database's is refused",
      default: 'that of `keys/master.key`',
    }),
  ALARM_PHONES: listOf(phoneNumber, 'must be phone numbers with commas between').optional().register(docs, {
    meaning:
      'phones of those who run this installation, with commas between: they get an SMS when books differ, a backup fails, the disk fills up, a provider is away or a job is given up. `npm run alarm:try` sends one',
    default: 'none: the bell alone tells',
  }),
  ALARM_EMAILS: listOf(z.email(), 'must be e-mail addresses with commas between').optional().register(docs, {
    meaning: 'the same by e-mail; needs `SMTP_URL` and `MAIL_FROM`',
    default: 'none',
  }),
  SMTP_URL: mailServer().optional().register(docs, {
    meaning:
      'mail server for alarms, `smtps://user:password@host:465` or `smtp://…:587`; signs in over TLS only. Signs of a password that mean something in an address are written as `%40`',
    default: 'none: no mail is sent',
  }),
  MAIL_FROM: z.email('must be an e-mail address').optional().register(docs, {
    meaning: 'sender of these e-mails',
    default: 'none',
  }),
  SMS_PROVIDER: oneOf('outbox', 'africastalking').optional().register(docs, {
    meaning: '`outbox` writes to the file `SMS_OUTBOX`, and from there sends on to a simulator; or `africastalking`',
    default: '`outbox`, in production `africastalking`',
  }),
  SMS_OUTBOX: text().optional().register(docs, {
    meaning: 'file that `outbox` appends to, a JSON object a line',
    default: '`DATA_DIR/sms-outbox.ndjson`',
  }),
  SMS_SIMULATOR_PORT: whole(0, 65_535).optional().register(docs, {
    meaning: 'port of the SMS simulator, on 127.0.0.1; any free one where another installation or somebody else has it',
    default: '`4011`; any free port where `PORT` is 0',
  }),
  SMS_PRICE: price().default(8_000).register(docs, {
    meaning: 'price of a segment in KES, for telling beforehand and for the cap',
    default: '`0.80`',
  }),
  AFRICASTALKING_USERNAME: text().optional().register(docs, { meaning: "the account's user name" }),
  AFRICASTALKING_API_KEY: text().optional().register(docs, { meaning: "the account's key" }),
  AFRICASTALKING_SENDER_ID: text().optional().register(docs, {
    meaning:
      'sender id, a registered transactional one: promotional ones are silent at night and can be switched off by subscribers',
  }),
  AFRICASTALKING_BASE_URL: url().optional().register(docs, {
    meaning: "address of Africa's Talking",
    default: 'its live host; with the user name `sandbox` its sandbox',
  }),
  SMS_SECOND_URL: url().optional().register(docs, {
    meaning:
      "address of a second provider beside Africa's Talking, which takes what the first surely refused ([messages](features/messages.md#a-second-provider)). Its API is that with `apikey` and `partnerID`, which Advanta, TextSMS, Celcom Africa and others serve",
    default: 'none: while the first is away, messages wait',
  }),
  SMS_SECOND_PARTNER_ID: text().optional().register(docs, { meaning: "the account's partner id there" }),
  SMS_SECOND_API_KEY: text().optional().register(docs, { meaning: "the account's key there" }),
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
      'port of the M-Pesa simulator, on 127.0.0.1 only; 0 is any free one, as is taken where another installation has it',
  }),
  HOOKS_TRUSTED_PROXY: addresses().optional().register(docs, {
    meaning:
      "addresses of proxies of ours, with commas between; with them, only the provider's own addresses may call `/hooks`, by the last word of the proxy's `X-Forwarded-For`",
    default: 'none: the secret in the path alone decides',
  }),
  HOOKS_CALLERS: addresses().optional().register(docs, {
    meaning: 'addresses from which the provider calls; looked at with `HOOKS_TRUSTED_PROXY` only',
    default: 'those that Safaricom is known by',
  }),
  TIME_SERVER: text()
    .refine((value) => /^(\[[0-9a-f:]+\]|[\w.-]+)(:\d{1,5})?$/i.test(value), {
      error: 'must be a host, host:port or none',
    })
    .optional()
    .register(docs, {
      meaning: "server of the network's time (SNTP, UDP 123): a host or `host:port`; `none` asks nobody",
      default: '`none`, in production `pool.ntp.org`',
    }),
  SCANNER_URL: text().optional().register(docs, {
    meaning: "address at which the console's pages reach the scanner service of their own machine",
    default: '`ws://127.0.0.1:SCANNER_PORT`',
  }),
  SCANNER_PORT: whole(1, 65_535).default(8080).register(docs, { meaning: 'port of the scanner service' }),
  READER_ORIGINS: listOf(readerOrigin, 'must be addresses like wss://gate.lan:8443, with commas between')
    .optional()
    .register(docs, {
      meaning:
        'addresses of mini computers with a reader that tablets may reach ([readers on the LAN](features/devices.md#readers-on-the-lan)), with commas between: `wss://` only, and a host may begin with `*.`. Pages reach no other',
      default: 'none',
    }),
  POS_MODE: flag().default(false).register(docs, {
    meaning: '`true` where devices whose own switch nobody has set serve students: they begin at the gate',
  }),
  ALLOW_HEADER_SESSIONS: flag().optional().register(docs, {
    meaning: '`false` refuses sign-in to programs that are no browser',
    default: '`true`, in production `false`',
  }),
  STRICT_ACCOUNTS: flag().optional().register(docs, {
    meaning:
      '`true` keeps accounts of one hand from being two persons (whoever made an account, or set its number, and that account), and has a number that somebody else sets wait a day',
    default: '`false`, in production `true`',
  }),
  REFUSE_REBUILT_FINGERS: flag().optional().register(docs, {
    meaning:
      '`true` refuses, where money moves, a picture of a finger that looks as if it was made from a template. The fingers of a trial are drawn: some look so',
    default: '`false`, in production `true`',
  }),
  VISIT_REASONS: flag().optional().register(docs, {
    meaning:
      '`true` has an Admin say why they come into a school, once for an hour there, before they see anything of it',
    default: '`false`, in production `true`',
  }),
  GUARDIAN_CODES: flag().optional().register(docs, {
    meaning:
      '`true` sends sign-in codes to guardians too, where the platform runs a wallet app for them; `false` spares messages that open nothing here',
    default: '`true`, in production `false`',
  }),
  CODES_A_MINUTE: whole(1, 100_000).optional().register(docs, {
    meaning:
      'the most codes by SMS of the whole platform within a minute; above it nobody gets one, and the Admins are told',
    default: '1000, in production 120',
  }),
  MAP_TILE_URL: text()
    .refine((value) => URL.canParse(value.replace(/[{}]/g, '')) && /^https?:/.test(value), {
      error: 'must be a URL that begins with http',
    })
    .optional()
    .register(docs, {
      meaning: "pictures of the bus route's map, with `{z}`, `{x}` and `{y}`",
      default: 'none: the map draws Kenya by itself',
    }),
  MAP_ROUTING_URL: url().optional().register(docs, {
    meaning: 'an OSRM service, asked for the way on the road',
    default: 'none: straight lines',
  }),
  DAILY_IMAGE_URL: url().optional().register(docs, {
    meaning: "service of the sign-in screen's daily picture",
    default: 'none: the local picture',
  }),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('warn').register(docs, {
    meaning: 'least weight of a line in the log',
  }),
  METRICS_TOKEN: text()
    .refine((value) => /^[\x21-\x7e]{24,}$/.test(value), { error: 'must be 24 characters or more, without spaces' })
    .optional()
    .register(docs, {
      meaning:
        'bearer token that opens `/metrics`, 24 characters or more. Without it only programs on this machine read them, of a server that listens on this machine alone; never through a proxy',
    }),
  TRACES_TO: url().optional().register(docs, {
    meaning: 'collector of traces (OpenTelemetry, OTLP over HTTP), as `http://127.0.0.1:4318/v1/traces`',
    default: 'none: nothing is traced',
  }),
  SHARED_FOLDER: flag().default(false).register(docs, {
    meaning: 'for tests: several servers on one `DATA_DIR` with an embedded database; production refuses it',
  }),
  FAILPOINT: text().optional().register(docs, {
    meaning: 'for tests: `point:count` at which the process ends itself; production refuses it',
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
