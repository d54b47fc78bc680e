import { makeApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { messageHooks } from './features/messages/index.ts';
import { registerAgain } from './features/payments/index.ts';
import { MigrationError } from './platform/migrate.ts';
import { seedDemo } from './seed/demo.ts';
import { seedFingers } from './seed/fingers.ts';
import { dailyImageOf, offlineKeyOf, openHouse, openMessaging, openPayments, withPort } from './start.ts';
import { jobsOf, startWorker } from './worker.ts';

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The server and its worker in one process, until SIGINT or SIGTERM. */
async function main(): Promise<void> {
  const config = await withPort(readConfig());
  const { house, ownerUrl, close } = await openHouse(config, print);
  const demo = config.seed === 'demo' ? await seedDemo(house, print) : null;
  const payments = await openPayments(config, print);
  const messaging = await openMessaging(house, print);
  const worker = await startWorker(ownerUrl, jobsOf(house, messaging.gateway, payments.gateway), print);
  const { app } = await makeApp(house, {
    dailyImage: dailyImageOf(config),
    offlineKey: offlineKeyOf(config),
    payments: payments.gateway,
  });
  const address = await app.listen({ host: config.host, port: config.port });
  await messaging.listening(address, messageHooks(house));
  if (config.payments.provider === 'simulator') await registerAgain(house, payments.gateway);
  print(`\n${config.platformName} is ready: ${address}\n`);

  const stop = async () => {
    print('Stopping …');
    await app.close();
    await worker.stop();
    await payments.close();
    await messaging.close();
    await close();
  };
  let stopped: Promise<void> | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second Ctrl-C waits for the first: the database must not be left without its owner.
      stopped ??= stop();
      stopped.then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
  if (demo) {
    try {
      await seedFingers(app, house, demo);
      print('The first pupils of the demonstration school have their fingers enrolled.');
    } catch (error) {
      // Stopped halfway: the demo pupils without a finger use their PIN.
      if (!stopped) throw error;
    }
  }
}

main().catch((error: unknown) => {
  const known = error instanceof ConfigError || error instanceof MigrationError;
  process.stderr.write(`${known ? (error as Error).message : (error as Error).stack}\n`);
  process.exit(1);
});
