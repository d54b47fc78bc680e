// `npm start`: runs set-up if needed, then the server on the product's own Node, restarted when it crashes.
import { spawn } from 'node:child_process';
import { onNpmGone } from './npm-gone.mjs';
import { findNode, orExplain, ROOT, setUp, withPackages } from './setup.mjs';
import { supervise } from './supervise.mjs';

await orExplain(async () => {
  setUp();
  const launch = () =>
    spawn(findNode(), ['apps/server/src/main.ts', ...process.argv.slice(2)], {
      cwd: ROOT,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: withPackages(),
    });
  const server = supervise(launch, { log: (line) => console.error(line) });
  // The server receives Ctrl-C from the terminal, from npm and from here, and treats the three signals as one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => server.tell(signal === 'SIGHUP' ? 'SIGTERM' : signal));
  }
  onNpmGone(() => server.tell('SIGTERM'));
  process.exit(await server.ended);
});
