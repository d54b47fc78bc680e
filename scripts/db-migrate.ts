// `npm run db:migrate`: migrates the configured database to the newest version, without starting the server.

import { bootstrap } from '../apps/server/src/bootstrap.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { runTool } from '../apps/server/src/tool.ts';

await runTool(async () => {
  const opened = await bootstrap(readConfig(), console.log);
  await opened.close();
  console.log('The database is at the newest migration.');
  return 0;
});
