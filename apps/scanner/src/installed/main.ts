// Installed service: the reader of this machine alone, without the simulator and its tray of test fingers.
import { readConfig } from '../config.ts';
import { helperOf, startReaderService } from '../reader-service.ts';
import { run } from '../run.ts';
import { notifySystemd } from './systemd.ts';

await run(console.error, async () => {
  const config = readConfig(process.env, process.argv.slice(2), 'libfprint');
  const service = await startReaderService({ ...config, program: helperOf(config), log: console.log });
  console.log(`Scanner service  ${service.url}`);
  if (service.lan) console.log(`For tablets      ${service.lan.url}`);
  notifySystemd(process.env, console.error);
  return service;
});
