// A worker process that takes one job of the named database and never finishes it.
import { startWorker } from '../src/worker.ts';

const [ownerUrl = ''] = process.argv.slice(2);
const held = () =>
  new Promise<void>(() => {
    process.stdout.write('taken\n');
  });
await startWorker(ownerUrl, { holds: held }, () => undefined);
