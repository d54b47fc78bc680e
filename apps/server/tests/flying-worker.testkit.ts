// A worker process. Its two jobs run until a line arrives on stdin, then one succeeds and one fails.
import { once } from 'node:events';
import { startWorker } from '../src/worker.ts';

const [ownerUrl = ''] = process.argv.slice(2);
const print = (line: string) => void process.stdout.write(`${line}\n`);
const told = once(process.stdin, 'data');
const untilTold = async (kind: string) => {
  print(`running ${kind}`);
  await told;
  print(`ended ${kind}`);
};
await startWorker(
  ownerUrl,
  {
    succeeds: () => untilTold('succeeds'),
    fails: async () => {
      await untilTold('fails');
      throw new Error('on purpose');
    },
  },
  print,
);
