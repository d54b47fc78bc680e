// `npm run db:migrate`: brings the configured database to the newest migration, without starting the server.
import { readConfig } from '../apps/server/src/config.ts';
import { openHouse } from '../apps/server/src/start.ts';
import { runTool } from '../apps/server/src/tool.ts';

await runTool(async () => {
  const house = await openHouse(readConfig(), console.log);
  await house.close();
  console.log('The database is at the newest migration.');
  return 0;
});
