// The console's development server, as a process of `npm run dev`: `node dev-console.ts SERVER_URL PORT`.
import { join } from 'node:path';
import { createServer } from 'vite';
import { devPolicy } from '../apps/web/build/dev-policy.ts';
import { holdCalls } from '../apps/web/build/hold-calls.ts';
import { ROOT } from './sources.ts';

const [serverUrl = '', port] = process.argv.slice(2);
const root = join(ROOT, 'apps/web');
// The parent process has ended.
process.on('disconnect', () => process.exit());

let there = Promise.resolve();
let arrive: (() => void) | undefined;
process.on('message', (server) => {
  if (server === 'there') {
    arrive?.();
    arrive = undefined;
  } else if (arrive === undefined) {
    there = new Promise((resolve) => {
      arrive = resolve;
    });
  }
});
const vite = await createServer({
  root,
  configFile: join(root, 'vite.config.ts'),
  plugins: [holdCalls(() => there), devPolicy(serverUrl)],
  clearScreen: false,
  server: {
    host: '127.0.0.1',
    port: Number(port),
    strictPort: true,
    proxy: { '/api': { target: serverUrl, ws: true } },
  },
});
await vite.listen();
process.send?.('ready');
