import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { listAway } from './features/attendance/index.ts';
import { registerAttendance } from './features/attendance/routes.ts';
import { watchBooks } from './features/books/index.ts';
import { registerBooks } from './features/books/routes.ts';
import { backfillRide, findClosedTrip, noteStep } from './features/bus/index.ts';
import { registerBus } from './features/bus/routes.ts';
import { registerCanteen } from './features/canteen/routes.ts';
import { readFault, watchClockError } from './features/clock/index.ts';
import { registerClock } from './features/clock/routes.ts';
import { registerCollectors } from './features/collectors/routes.ts';
import { createDeviceProof, createSignatureCheck } from './features/devices/index.ts';
import { registerDevices } from './features/devices/routes.ts';
import { registerDiagnosis } from './features/diagnosis/routes.ts';
import { registerErasure } from './features/erasure/routes.ts';
import { registerExeats } from './features/exeats/routes.ts';
import { type Engine, openEngine, timedEngine, tracedEngine } from './features/fingerprints/index.ts';
import { registerFingerprints } from './features/fingerprints/routes.ts';
import { registerGate } from './features/gate/routes.ts';
import { registerIdentity } from './features/identity/routes.ts';
import { registerImports } from './features/imports/routes.ts';
import { registerItems } from './features/items/routes.ts';
import { setFirstLimits } from './features/limits/index.ts';
import { registerLimits } from './features/limits/routes.ts';
import { registerMessageHooks, watchMessages } from './features/messages/index.ts';
import { registerMessages } from './features/messages/routes.ts';
import { openNoticeHub } from './features/notices/index.ts';
import { registerNotices } from './features/notices/routes.ts';
import { watchPayments } from './features/payments/index.ts';
import { registerPayments } from './features/payments/routes.ts';
import { createKeyCheck } from './features/programs/index.ts';
import { registerPrograms } from './features/programs/routes.ts';
import { registerRefunds } from './features/refunds/routes.ts';
import { registerReminders } from './features/reminders/routes.ts';
import { registerReports } from './features/reports/routes.ts';
import { admitToSchool, listOwnNumbers, lockClassShared } from './features/schools/index.ts';
import { registerSchools } from './features/schools/routes.ts';
import { registerSearch } from './features/search/routes.ts';
import { createAuthenticator, findStaffDesk, liveSessions } from './features/session/index.ts';
import { registerDailyBackground, registerSession } from './features/session/routes.ts';
import { registerStaff } from './features/staff/routes.ts';
import { registerStatements } from './features/statements/routes.ts';
import {
  guardiansOf,
  isGuardian,
  noteRecordAccess,
  type Opened,
  openListLimiter,
  openListReadNotes,
} from './features/students/index.ts';
import { registerStudents } from './features/students/routes.ts';
import { registerSuspense } from './features/suspense/routes.ts';
import { registerTills } from './features/tills/routes.ts';
import { noteChange, noteVisit, requireReason } from './features/visits/index.ts';
import { registerVisits } from './features/visits/routes.ts';
import { registerWallet } from './features/wallet/routes.ts';
import type { DailyImage } from './gateways/dailyimage/port.ts';
import { noPayments, type PaymentsGateway } from './gateways/payments/index.ts';
import type { OfflineKey } from './platform/crypto/offline-key.ts';
import type { Tx } from './platform/database/database.ts';
import { watchPool } from './platform/database/pool-metrics.ts';
import { limitHooks, openAddressLimiter } from './platform/http/address-limiter.ts';
import { diskFull } from './platform/http/errors.ts';
import { openMemoryGuard } from './platform/http/memory-guard.ts';
import { openRateLimiters } from './platform/http/rate-limiters.ts';
import { createRegistry, type EndpointRegistry } from './platform/http/registry.ts';
import { makeServer, registerConsole, type ServerOptions } from './platform/http/server.ts';
import type { StreamPatience } from './platform/http/streams.ts';
import { notifyOfMemory } from './platform/jobs/memory-notice.ts';
import { serveMetrics } from './platform/metrics/serve.ts';
import { watchMemory } from './platform/metrics/watch-memory.ts';
import { watchProcess } from './platform/metrics/watch-process.ts';
import { registerDocs } from './platform/openapi/serve.ts';
import type { AppContext } from './platform/process/app-context.ts';
import { freeBytes, watchDisk } from './platform/process/disk-space.ts';
import { failpointAt } from './platform/process/failpoint.ts';
import { faultOf } from './platform/process/fault.ts';
import { type HeapWatch, watchHeap } from './platform/process/heap-watch.ts';

const CONSOLE = fileURLToPath(new URL('../../web/dist', import.meta.url));
/** Screens of the small gate entry; all others belong to the console. */
const GATE_SCREENS = [
  ...['checkin.fingerprint', 'checkin.pin', 'checkout.fingerprint', 'checkout.pin'],
  // Start URL of an installed device, which opens its last used desk.
  ...['check.rollcall', 'check.trip', 'check.cash', 'school.menu.consume', 'check.start'],
];

export interface AppParts {
  readonly dailyImage: DailyImage;
  readonly offlineKey: OfflineKey;
  /** Gateway to M-Pesa; by default no gateway. */
  readonly payments?: PaymentsGateway;
  /** Folder of the built console; by default the one of this repository. */
  readonly consoleFolder?: string;
  /** Timeouts of open streams; by default those of production. */
  readonly streamPatience?: StreamPatience;
  /** Destination of the log; standard output by default. */
  readonly logTo?: ServerOptions['logTo'];
  /** Creates the fingerprint engine; by default one with worker threads. */
  readonly engine?: (context: AppContext) => Engine;
  /** Heap watch of this process; created by default. */
  readonly heap?: HeapWatch;
  /** Measures free bytes; by default on the disk of DATA_DIR. */
  readonly freeBytes?: () => Promise<number>;
  /** Event-loop delay in milliseconds above which calls are refused; by default that of the server. */
  readonly maxEventLoopDelay?: ServerOptions['maxEventLoopDelay'];
}

/**
 * Builds the whole server except its port: every feature is registered here, once. `settled` resolves when all writes that no response
 * waits for are done.
 */
export async function makeApp(
  context: AppContext,
  parts: AppParts,
): Promise<{ app: FastifyInstance; registry: EndpointRegistry; settled: () => Promise<void> }> {
  const isDiskFull = watchDisk(parts.freeBytes ?? (() => freeBytes(context.config.dataDir)));
  const { logTo, maxEventLoopDelay } = parts;
  const app = await makeServer(context.config, { logTo, isDiskFull, maxEventLoopDelay });
  context.tracing.traceCalls(app);
  const limiters = openRateLimiters(context);
  app.addHook('onClose', () => limiters.close());
  const limiter = openAddressLimiter({ aMinute: context.config.openCallsAMinute, limiters });
  limitHooks(app, limiter);
  registerMetrics(app, context);
  const heap = parts.heap ?? watchHeap();
  app.addHook('onClose', async () => heap.close());
  const memory = openMemoryGuard(heap);
  watchMemory(context.metrics, heap, memory);
  heap.onTight(
    () =>
      void notifyOfMemory(context).catch((error: unknown) =>
        app.log.error({ fault: faultOf(error) }, 'the memory notice could not be stored'),
      ),
  );
  const reads = openListReadNotes(context.db, (error) =>
    app.log.error({ fault: faultOf(error) }, 'the reads of lists could not be stored'),
  );
  app.addHook('onClose', () => reads.close());
  const registry = createRegistry({
    app,
    limiter,
    memory,
    db: context.db,
    wire: context.config.wireKey,
    sealer: context.keys,
    authenticate: createAuthenticator(context),
    checkKey: createKeyCheck(context),
    liveSessions: (tokens) => liveSessions(context, tokens),
    admitToSchool,
    checkSignature: createSignatureCheck(context),
    requireReason: (actor, schoolId, endpoint) => requireReason(context, actor, schoolId, endpoint),
    noteVisit: (actor, schoolId, endpoint) => noteVisit(context, actor, schoolId, endpoint),
    noteChange,
    noteRecordAccess: (actor, schoolId, opened) =>
      context.db.inSchool(schoolId, (tx) => noteRecordAccess(tx, actor, opened as Opened)),
    noteListRead: (read) => reads.note(read),
    limitLists: openListLimiter(limiters, context.config.listRowsAnHour),
    failpoint: failpointAt(context.config.failpoint),
    batchMaxCalls: context.config.batchMaxCalls,
    production: context.config.production,
    streamPatience: parts.streamPatience,
  });
  const payments = parts.payments ?? noPayments;
  const engine = tracedEngine(context.tracing, timedEngine(context.metrics, (parts.engine ?? openEngine)(context)));
  app.addHook('onClose', () => engine.close());
  const bells = openNoticeHub(context);
  app.addHook('onClose', () => bells.close());

  const desk = { offlineKey: parts.offlineKey, proveDevice: createDeviceProof(context) };
  registerSession(registry, context, { isGuardian, desk });
  const className = async (tx: Tx, id: string) => (await lockClassShared(tx, id)).name;
  registerMessages(registry, context, { guardiansOf, className, ownNumbers: listOwnNumbers });
  registerMessageHooks(app, context);
  registerPrograms(registry, context);
  registerSchools(registry, context, { setFirstLimits });
  registerVisits(registry);
  registerStaff(registry, context);
  registerStudents(registry, context, limiters);
  registerDevices(registry, context);
  registerNotices(registry, bells);
  registerClock(registry);
  registerFingerprints(registry, engine);
  registerIdentity(registry, engine);
  registerWallet(registry, context, engine, context.keys);
  registerTills(registry);
  registerLimits(registry, context);
  registerSuspense(registry, context);
  registerPayments(registry, app, context, payments);
  registerStatements(registry, context);
  registerRefunds(registry, context);
  registerReminders(registry, context);
  registerDiagnosis(registry, context);
  registerBooks(registry, context);
  registerImports(registry, context);
  registerCanteen(registry, engine, (tx) => listAway(tx, new Date(context.clock.now())));
  registerItems(registry, engine);
  registerCollectors(registry, context, limiters);
  registerExeats(registry);
  const late = { backfillRide, findClosedTrip, noteStep, findStaffDesk };
  registerGate(registry, { engine, offlineKey: parts.offlineKey, ...late });
  registerBus(registry, engine);
  registerAttendance(registry, context);
  registerErasure(registry, context, engine);
  registerSearch(registry, context);
  registerReports(registry, context);

  registerDocs(app, registry, context.config.platformName);
  registerDailyBackground(app, parts.dailyImage);
  registerHealth(app, context, isDiskFull);
  await registerConsole(app, parts.consoleFolder ?? CONSOLE, GATE_SCREENS);
  return { app, registry, settled: reads.settled };
}

/** Registers the metrics of the process and of the features. */
function registerMetrics(app: FastifyInstance, context: AppContext): void {
  const { metrics, db, config } = context;
  serveMetrics(app, metrics, config);
  const endProcess = watchProcess(metrics);
  app.addHook('onClose', async () => endProcess());
  watchPool(metrics, db);
  watchMessages(context);
  watchClockError(context);
  watchPayments(context);
  watchBooks(context);
}

function registerHealth(app: FastifyInstance, context: AppContext, isDiskFull: () => Promise<boolean>): void {
  app.get('/api/health/live', async () => ({ status: 'ok' }));
  app.get('/api/health/ready', async () => {
    if (await isDiskFull()) throw diskFull();
    // Ready in either case: with a wrong clock the gate continues to work, only money waits.
    const fault = await context.db.readPlatform(readFault);
    return { status: 'ok', ...(fault === null ? {} : { clock: fault.why }) };
  });
}
