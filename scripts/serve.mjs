// Runs the installed server: like `npm start` without set-up, and notifies systemd once the server is ready.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { supervise } from './supervise.mjs';

const launch = () => {
  const server = spawn(process.execPath, [fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: process.env,
  });
  server.on('message', (message) => message === 'ready' && notifySystemd());
  return server;
};
const server = supervise(launch, { log: (line) => console.error(line) });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => server.tell(signal === 'SIGHUP' ? 'SIGTERM' : signal));
}
process.exit(await server.ended);

function notifySystemd() {
  if (!process.env.NOTIFY_SOCKET) return;
  const told = spawn('systemd-notify', ['--ready', '--status=Serving'], { stdio: ['ignore', 'inherit', 'inherit'] });
  told.on('error', (error) => console.error(`systemd was not told that the server is ready: ${error.message}`));
}
