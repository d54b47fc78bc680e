import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Config, ConfigError } from './config.ts';
import { bingDailyImage } from './gateways/dailyimage/bing.ts';
import { noDailyImage } from './gateways/dailyimage/port.ts';
import { darajaPayments, type PaymentsGateway, simulatorNear, withBreaker } from './gateways/payments/index.ts';
import {
  africasTalkingSms,
  outboxSms,
  type SmsGateway,
  smsSimulatorNear,
  tellSmsSimulator,
} from './gateways/sms/index.ts';
import { sntpTime, type TimeSource } from './gateways/time/index.ts';
import { systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import type { House } from './platform/house.ts';
import { hasData, proveKeys } from './platform/key-check.ts';
import { type KeyName, type Renewable, readKey, readMasterKey, readOrMakeKey } from './platform/key-files.ts';
import { openKeys } from './platform/keys.ts';
import { APP_ROLE, ensureAppRole, migrate } from './platform/migrate.ts';
import { type OfflineKey, openOfflineKey } from './platform/offline-key.ts';
import { hasCluster } from './platform/postgres/cluster.ts';
import { startEmbeddedPostgres } from './platform/postgres/start.ts';
import { DEMO_ADMIN, DEMO_CHECK_AGENT, DEMO_SCHOOL_ADMIN } from './seed/people.ts';

export type Log = (line: string) => void;

/**
 * Makes sure of the port before anything is opened: with PORT=0 a free one is chosen now, since callbacks are asked for at
 * our own address before anything listens there. Throws ConfigError where somebody has the port.
 */
export async function claimPort(config: Config): Promise<Config> {
  const probe = createServer().listen({ port: config.port, host: config.host, exclusive: true });
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw portRefused(config, error as NodeJS.ErrnoException);
  }
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return { ...config, port, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) };
}

function portRefused({ host, port }: Config, error: NodeJS.ErrnoException): Error {
  const place = `${host}:${port}`;
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigError(
        `${place} is taken: a server runs there already, perhaps this one. End it, or choose another PORT.`,
      );
    case 'EACCES':
      return new ConfigError(`This user may not listen on ${place}: choose a PORT above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(`${host} is no address of this machine: set HOST to one of them, or to 127.0.0.1.`);
    default:
      return error;
  }
}

export interface OpenHouse {
  readonly house: House;
  readonly ownerUrl: string;
  close(): Promise<void>;
}

export interface HouseOptions {
  /** Only the server's first start makes keys and a database; a tool works on what is there. */
  readonly makeKeys?: boolean;
  /** The key that its operator has just made anew. */
  readonly renewed?: Renewable;
}

/**
 * Brings up what the house stands on: keys, the database at its newest migration, the pool. Throws ConfigError, before
 * anything is written, where a key is missing, damaged or of another database.
 */
export async function openHouse(given: Config, log: Log, options: HouseOptions = {}): Promise<OpenHouse> {
  const { dataDir, databaseUrl } = given;
  // Looked at before the key files: whoever made the data had made its keys before.
  const first = !(databaseUrl ? await hasData(databaseUrl) : hasCluster(dataDir));
  if (first && !options.makeKeys)
    throw new ConfigError('There is no database here yet: start the server first (npm start).');
  const key = (name: KeyName) => (first ? readOrMakeKey(dataDir, name) : readKey(dataDir, name));
  const keys = openKeys(readMasterKey(dataDir, first));
  const config = { ...given, wireKey: { ...given.wireKey, key: given.wireKey.key || key('wire') } };
  const offline = openOfflineKey(key('offline'));
  const password = key('database-app');
  const postgres = databaseUrl
    ? { ownerUrl: databaseUrl, stop: async () => undefined }
    : await startEmbeddedPostgres({ dataDir, log });
  try {
    await proveKeys(postgres.ownerUrl, { dataDir, keys, offline }, options.renewed);
    const appUrl = await ensureAppRole(postgres.ownerUrl, { role: APP_ROLE, password });
    await migrate(postgres.ownerUrl, { log });
    const db = openDatabase(appUrl, config.connections);
    if (config.production) {
      await refuseForgetfulDatabase(db);
      await refuseDemoUsers(db);
    }
    return {
      house: { config, db, clock: systemClock, keys },
      ownerUrl: postgres.ownerUrl,
      close: async () => {
        await db.close();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function refuseForgetfulDatabase(db: House['db']): Promise<void> {
  const settings = await db.inPlatform((tx) =>
    tx.rows<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings
       WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'`,
    ),
  );
  const [off] = settings;
  if (off) throw new ConfigError(`Refusing to start in production: the database runs with ${off.name}=off`);
}

/** Their numbers stand in the README. */
async function refuseDemoUsers(db: House['db']): Promise<void> {
  const demo = await db.inPlatform((tx) =>
    tx.row('SELECT 1 AS one FROM users WHERE phone = ANY($1) LIMIT 1', [
      [DEMO_ADMIN, DEMO_SCHOOL_ADMIN, DEMO_CHECK_AGENT],
    ]),
  );
  if (demo) throw new ConfigError('Refusing to start in production: the database has the demo users');
}

export interface Messaging {
  readonly gateway: SmsGateway;
  /** Says at which address the server listens, and at which paths delivery reports are heard. */
  listening(address: string, hooks: { readonly deliveryReports: string; readonly optOut: string }): Promise<void>;
  /** Ends the simulator, where we started one. */
  close(): Promise<void>;
}

/**
 * The way of text messages. With the outbox each stands in its file first; from there our own client takes it to the
 * simulator, so that what becomes of a message is lived as it is with the provider.
 */
export async function openMessaging({ config, keys }: House, print: Log): Promise<Messaging> {
  if (config.smsProvider === 'africastalking') {
    const nothing = async () => undefined;
    return { gateway: africasTalkingSms(config.africasTalking), listening: nothing, close: nothing };
  }
  const { port, file } = config.smsSimulator;
  const { url, close } = await smsSimulatorNear({ port, file }, print);
  print(`Text messages are simulated. The guardians’ phones: ${url}/simulator/handset`);
  // Of this house alone: another one may use the same simulator.
  const account = {
    username: `mfuko-${keys.digest('sms-simulator', 'name').toString('hex').slice(0, 8)}`,
    apiKey: keys.digest('sms-simulator', 'key').toString('hex'),
  };
  return {
    gateway: outboxSms(config.smsOutbox, print, africasTalkingSms({ ...account, senderId: null, baseUrl: url })),
    listening: (address, hooks) =>
      tellSmsSimulator(url, {
        ...account,
        deliveryUrl: address + hooks.deliveryReports,
        optOutUrl: address + hooks.optOut,
      }).catch(() => print('The SMS simulator did not listen: no delivery reports will come from it.')),
    close,
  };
}

export interface Payments {
  readonly gateway: PaymentsGateway;
  /** Ends the simulator, where we started one. */
  close(): Promise<void>;
}

/** The way to M-Pesa; with the simulator, that is started first. */
export async function openPayments(config: Config, print: Log): Promise<Payments> {
  const { provider, baseUrl, simulatorPort: port, simulatorFile: file } = config.payments;
  if (provider === 'daraja') {
    return { gateway: reached(baseUrl), close: async () => undefined };
  }
  const simulator = await simulatorNear({ port, file }, print);
  print(`M-Pesa is simulated. The customers’ phones: ${simulator.url}/simulator/handset`);
  return { gateway: reached(simulator.url), close: simulator.close };
}

function reached(baseUrl: string): PaymentsGateway {
  return withBreaker(darajaPayments({ baseUrl, clock: systemClock }), systemClock);
}

export function dailyImageOf(config: Config) {
  return config.dailyImageUrl ? bingDailyImage(config.dailyImageUrl, systemClock.now) : noDailyImage;
}

/** Source of the network's time; null where no server is set. */
export function timeSourceOf(config: Config): TimeSource | null {
  return config.timeServer === null ? null : sntpTime(config.timeServer);
}

/** The key pair to which devices seal what they keep while they are offline. */
export function offlineKeyOf(config: Config): OfflineKey {
  return openOfflineKey(readKey(config.dataDir, 'offline'));
}
