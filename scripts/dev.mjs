// `npm run dev`: installs dependencies if needed, then runs scripts/dev.ts on the product's own Node.
import { spawn } from 'node:child_process';
import { onNpmGone } from './npm-gone.mjs';
import { findNode, installPackages, orExplain, ROOT, withPackages } from './setup.mjs';

await orExplain(async () => {
  installPackages();
  const dev = spawn(findNode(), ['scripts/dev.ts'], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: withPackages(),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => dev.kill(signal));
  onNpmGone(() => dev.kill('SIGTERM'));
  dev.on('exit', (code) => process.exit(code ?? 1));
});
