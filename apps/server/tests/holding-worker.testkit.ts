// A server's worker as a process of its own, which takes one job of the database named and never lets it go.
import { startWorker } from '../src/worker.ts';

const [ownerUrl = ''] = process.argv.slice(2);
const held = () =>
  new Promise<void>(() => {
    process.stdout.write('taken\n');
  });
await startWorker(ownerUrl, { holds: held }, () => undefined);
