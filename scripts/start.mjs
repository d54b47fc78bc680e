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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches the server by itself; a second one would ask it to hurry.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
  server.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1);
  });
});
