import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { serveBooks } from './features/books/routes.ts';
import { recordRideLater } from './features/bus/index.ts';
import { serveBus } from './features/bus/routes.ts';
import { serveCanteen } from './features/canteen/routes.ts';
import { readFault } from './features/clock/index.ts';
import { serveClock } from './features/clock/routes.ts';
import { serveDevices } from './features/devices/routes.ts';
import { type Engine, openEngine } from './features/fingerprints/index.ts';
import { serveFingerprints } from './features/fingerprints/routes.ts';
import { serveGate } from './features/gate/routes.ts';
import { serveImports } from './features/imports/routes.ts';
import { serveItems } from './features/items/routes.ts';
import { serveLimits } from './features/limits/routes.ts';
import { serveMessageHooks } from './features/messages/index.ts';
import { serveMessages } from './features/messages/routes.ts';
import { openNoticeHub } from './features/notices/index.ts';
import { serveNotices } from './features/notices/routes.ts';
import { servePayments } from './features/payments/routes.ts';
import { serveRefunds } from './features/refunds/routes.ts';
import { serveReports } from './features/reports/routes.ts';
import { admitToSchool, getClass } from './features/schools/index.ts';
import { serveSchools } from './features/schools/routes.ts';
import { serveSearch } from './features/search/routes.ts';
import { liveSessions, openDoor } from './features/session/index.ts';
import { serveDailyBackground, serveSession } from './features/session/routes.ts';
import { serveStaff } from './features/staff/routes.ts';
import { serveStatements } from './features/statements/routes.ts';
import { guardiansOf, isGuardian } from './features/students/index.ts';
import { serveStudents } from './features/students/routes.ts';
import { serveSuspense } from './features/suspense/routes.ts';
import { serveTills } from './features/tills/routes.ts';
import { serveWallet } from './features/wallet/routes.ts';
import type { DailyImage } from './gateways/dailyimage/port.ts';
import { noPayments, type PaymentsGateway } from './gateways/payments/index.ts';
import { serveDocs } from './platform/api/serve.ts';
import type { Tx } from './platform/database.ts';
import { freeBytes, watchDisk } from './platform/disk-space.ts';
import type { House } from './platform/house.ts';
import { diskFull } from './platform/http/errors.ts';
import { type Desk, openDesk } from './platform/http/serve.ts';
import { makeServer, type ServerOptions, serveConsole } from './platform/http/server.ts';
import type { StreamPatience } from './platform/http/streams.ts';
import type { OfflineKey } from './platform/offline-key.ts';
import { tripwireAt } from './platform/tripwire.ts';

const CONSOLE = fileURLToPath(new URL('../../web/dist', import.meta.url));
/** Screens of the lean entry; all others belong to the console. */
const GATE_SCREENS = ['checkin.fingerprint', 'checkin.pin', 'checkout.fingerprint', 'checkout.pin'];

export interface AppParts {
  readonly dailyImage: DailyImage;
  readonly offlineKey: OfflineKey;
  /** The way to M-Pesa; nowhere where left out. */
  readonly payments?: PaymentsGateway;
  /** The built console's folder; the one beside us where left out. */
  readonly consoleFolder?: string;
  /** How long things on an open stream may take; the real patience where left out. */
  readonly streamPatience?: StreamPatience;
  /** Where the log goes; standard output where left out. */
  readonly logTo?: ServerOptions['logTo'];
  /** Decodes and compares fingerprints; worker threads where left out. */
  readonly engine?: (house: House) => Engine;
  /** How many bytes there is room for; the disk of DATA_DIR is measured where left out. */
  readonly freeBytes?: () => Promise<number>;
}

/** The whole server, without a port: every feature is named here once. */
export async function makeApp(house: House, parts: AppParts): Promise<{ app: FastifyInstance; desk: Desk }> {
  const isDiskFull = watchDisk(parts.freeBytes ?? (() => freeBytes(house.config.dataDir)));
  const app = await makeServer(house.config, { logTo: parts.logTo, isDiskFull });
  const desk = openDesk({
    app,
    db: house.db,
    wire: house.config.wireKey,
    sealer: house.keys,
    authenticate: openDoor(house),
    liveSessions: (tokens) => liveSessions(house, tokens),
    admitToSchool,
    tripwire: tripwireAt(house.config.crashAt),
    recordTogether: house.config.recordTogether,
    streamPatience: parts.streamPatience,
  });
  const payments = parts.payments ?? noPayments;
  const engine = (parts.engine ?? openEngine)(house);
  app.addHook('onClose', () => engine.close());
  const bells = openNoticeHub(house);
  app.addHook('onClose', () => bells.close());

  serveSession(desk, house, { isGuardian, offlineKey: parts.offlineKey.publicKey });
  const className = async (tx: Tx, id: string) => (await getClass(tx, id)).name;
  serveMessages(desk, house, { guardiansOf, className });
  serveMessageHooks(app, house);
  serveSchools(desk, house);
  serveStaff(desk, house);
  serveStudents(desk, house);
  serveDevices(desk);
  serveNotices(desk, bells);
  serveClock(desk);
  serveFingerprints(desk, house, engine);
  serveWallet(desk, house, engine);
  serveTills(desk);
  serveLimits(desk);
  serveSuspense(desk, house);
  servePayments(desk, app, house, payments);
  serveStatements(desk, house);
  serveRefunds(desk, house);
  serveBooks(desk, house);
  serveImports(desk, house);
  serveCanteen(desk, house, engine);
  serveItems(desk, house, engine);
  serveGate(desk, house, { house, engine, offlineKey: parts.offlineKey, recordRideLater });
  serveBus(desk, engine);
  serveSearch(desk, house);
  serveReports(desk, house);

  serveDocs(app, desk, house.config.platformName);
  serveDailyBackground(app, parts.dailyImage);
  serveHealth(app, house, isDiskFull);
  await serveConsole(app, parts.consoleFolder ?? CONSOLE, GATE_SCREENS);
  return { app, desk };
}

function serveHealth(app: FastifyInstance, house: House, isDiskFull: () => Promise<boolean>): void {
  app.get('/api/health/live', async () => ({ status: 'ok' }));
  app.get('/api/health/ready', async () => {
    if (await isDiskFull()) throw diskFull();
    // Ready either way: the gate goes on by a wrong clock, only money waits.
    const fault = await house.db.inPlatform(readFault);
    return { status: 'ok', ...(fault === null ? {} : { clock: fault.why }) };
  });
}
