// Keeps the embedded database running, as a process of `npm run dev`: `node dev-database.ts DATA_DIR`. The server may restart meanwhile;
// the last process to leave stops the database.
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';

const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log: () => undefined });
let leaving = false;
const leave = () => {
  if (leaving) return;
  leaving = true;
  void postgres.stop().finally(() => process.exit());
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, leave);
process.on('disconnect', leave);
