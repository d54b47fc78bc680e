import { makeApp } from './app.ts';
import { bootstrap, offlineKeyOf } from './bootstrap.ts';
import { claimPort } from './claim-port.ts';
import { ConfigError, readConfig } from './config.ts';
import { watchClock } from './features/clock/index.ts';
import { eraseAgain } from './features/erasure/index.ts';
import { messageHooks } from './features/messages/index.ts';
import { registerAgain } from './features/payments/index.ts';
import { dailyImageOf, mailOf, openMessaging, openPayments, timeSourceOf } from './open-gateways.ts';
import { MigrationError } from './platform/database/migration-error.ts';
import { UnreachableError } from './platform/database/unreachable.ts';
import { NoAccountError } from './platform/embedded-postgres/account.ts';
import { WrongPasswordError } from './platform/embedded-postgres/presence.ts';
import { faultLine } from './platform/process/fault.ts';
import { type HeapWatch, watchHeap } from './platform/process/heap-watch.ts';
import { EXIT_CRASHED, EXIT_REFUSED, watchProcessFaults } from './platform/process/process-faults.ts';
import { seedDemo } from './seed/demo.ts';
import { seedFingers } from './seed/fingers.ts';
import { jobsOf, startWorker, watchWork } from './worker.ts';

/**
 * Timeout of a shutdown. Beyond it the process exits: the supervisor may restart the server, and the database recovers from its WAL.
 */
const MAX_STOP_MS = 80_000;
/** Errors that a restart would meet again, so the supervisor must not retry. */
const REFUSALS = [ConfigError, MigrationError, NoAccountError, WrongPasswordError];

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs the server and its worker in one process, until SIGINT or SIGTERM. */
async function main(): Promise<void> {
  watchProcessFaults(process, (line) => void process.stderr.write(`${line}\n`), process.exit);
  const opened = new AsyncDisposableStack();
  const leaving = new AbortController();
  const heap = watchHeap();
  const started = start(opened, leaving.signal, heap);
  let stopped: Promise<void> | undefined;
  let code = 0;
  const stop = async () => {
    print('Stopping …');
    leaving.abort();
    setTimeout(() => process.exit(EXIT_CRASHED), MAX_STOP_MS).unref();
    // A start in progress ends at its next step; the database must not be left without the process that supervises it.
    await started.catch(() => undefined);
    await opened.disposeAsync();
  };
  const stopInOrder = () => {
    // A second Ctrl-C waits for the first shutdown.
    stopped ??= stop();
    stopped.then(
      () => process.exit(code),
      (error: unknown) => {
        process.stderr.write(`The server did not stop in order: ${faultLine(error)}\n`);
        process.exit(EXIT_CRASHED);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopInOrder);
  // Running out of memory would lose all work in progress; the supervisor restarts the server in either case.
  heap.onFull(() => {
    print('Memory is nearly used up: ending, to be started again.');
    code = EXIT_CRASHED;
    stopInOrder();
  });
  // Without its supervisor the server would not be restarted, and the next supervisor's server needs the port.
  process.on('disconnect', stopInOrder);
  try {
    await started;
  } catch (error) {
    if (stopped) return;
    await opened.disposeAsync();
    throw error;
  }
}

/** Opens one part after the other; `opened` closes them in reverse order. Throws when `leaving` is aborted. */
async function start(opened: AsyncDisposableStack, leaving: AbortSignal, heap: HeapWatch): Promise<void> {
  // Claimed before the database is opened: a second server must neither migrate nor start the database that the first one uses.
  const config = await claimPort(readConfig());
  const { context, ownerUrl, close } = await bootstrap(config, print, { makeKeys: true, alone: !config.sharedFolder });
  opened.defer(close);
  leaving.throwIfAborted();
  // Runs before any request or job can read the students.
  const erased = await eraseAgain(context);
  if (erased > 0) print(`An older copy of the data was restored: erased ${erased} of its students again.`);
  leaving.throwIfAborted();
  const demo =
    config.seed === 'none' ? null : await seedDemo(context, print, { morning: config.seed === 'demo-morning' });
  leaving.throwIfAborted();
  // Started together: each may start a simulator process, which takes time.
  const [payments, messaging] = await Promise.all([openPayments(context, print), openMessaging(context, print)]);
  opened.defer(payments.close);
  opened.defer(messaging.close);
  // Checked before anything is recorded.
  const clock = await watchClock(context, timeSourceOf(config), print);
  opened.defer(clock.stop);
  const worker = await startWorker(
    ownerUrl,
    jobsOf(context, messaging.gateway, payments.gateway, mailOf(config)),
    print,
  );
  opened.defer(worker.stop);
  const { app } = await makeApp(context, {
    dailyImage: dailyImageOf(config),
    offlineKey: offlineKeyOf(config),
    payments: payments.gateway,
    heap,
  });
  opened.defer(() => app.close());
  watchWork(context);
  leaving.throwIfAborted();
  const address = await app.listen({ host: config.host, port: config.port });
  await messaging.listening(address, messageHooks(context));
  if (config.payments.provider === 'simulator') await registerAgain(context, payments.gateway);
  print(`\n${config.platformName} is ready: ${address}\n`);
  // From here on the supervisor restarts the server when it ends.
  process.send?.('ready');
  if (demo) {
    try {
      await seedFingers(app, context, demo);
      print('The first students of the demonstration school have their fingers enrolled.');
    } catch (error) {
      // Stopped halfway: demo students without a finger use their PIN.
      if (!leaving.aborted) throw error;
    }
  }
}

main().catch((error: unknown) => {
  const refused = REFUSALS.some((kind) => error instanceof kind);
  const told = refused || error instanceof UnreachableError;
  process.stderr.write(`${told ? (error as Error).message : (error as Error).stack}\n`);
  process.exit(refused ? EXIT_REFUSED : EXIT_CRASHED);
});
