// `npm start`: set-up where needed, then the server on its own Node.
import { spawn } from 'node:child_process';
import { findNode, orExplain, ROOT, setUp, withPackages } from './setup.mjs';

await orExplain(() => {
  setUp();
  const server = spawn(findNode(), ['apps/server/src/main.ts', ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: 'inherit',
    env: withPackages(),
  });
  // Ctrl-C reaches the server from the terminal, from npm and from here; it takes the three for one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
  }
  stopWithNpm(server);
  server.on('exit', (code, signal) => {
    process.exit(code ?? (signal === 'SIGKILL' ? 137 : 0));
  });
});

/** npm that is killed tells nobody; the server must not live on unseen and keep the port. */
function stopWithNpm(server) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), 1_000).unref();
}
