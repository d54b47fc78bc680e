// `node apps/simulators/src/main.ts <daraja|africastalking> [--port 4010] [--file world.json] [--installation name]`: runs one simulator as
// a process. A server that starts it receives the URL by IPC, and ends the simulator by closing the channel.
import { parseArgs } from 'node:util';
import { startSimulator } from './mpesa/index.ts';
import type { RunningSimulator, SimulatorSettings } from './simulation/run.ts';
import { startSmsSimulator } from './sms/index.ts';

const SIMULATORS: Record<string, (settings: SimulatorSettings) => Promise<RunningSimulator>> = {
  daraja: startSimulator,
  africastalking: startSmsSimulator,
};

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { port: { type: 'string', default: '0' }, file: { type: 'string' }, installation: { type: 'string' } },
  });
  const start = SIMULATORS[positionals[0] ?? ''];
  if (!start) throw new Error(`The simulator must be one of ${Object.keys(SIMULATORS).join(', ')}.`);
  const running = start({
    port: Number(values.port),
    file: values.file ?? null,
    installation: values.installation ?? null,
  });
  endWithOwner(running);
  try {
    const { url } = await running;
    if (process.send) process.send({ url });
    else console.log(url);
  } catch (error) {
    if (!process.send || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    process.send({ taken: true }, () => process.exit(0));
  }
}

function endWithOwner(running: Promise<RunningSimulator>): void {
  const end = () => {
    running.then((simulator) => simulator.close()).then(() => process.exit(0), fail);
  };
  if (process.send) process.on('disconnect', end);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // A terminal signals the server and all of its children. The server may still need the simulator while it stops.
    process.on(signal, () => (process.send ? undefined : end()));
  }
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

main().catch(fail);
