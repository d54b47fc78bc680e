import { readConfig } from './config.ts';
import { helperOf, startReaderService } from './reader-service.ts';
import { run } from './run.ts';
import { startScanner } from './scanner.ts';

await run(console.error, async () => {
  const config = readConfig();
  if (config.reader !== 'simulator') {
    const service = await startReaderService({ ...config, program: helperOf(config), log: console.log });
    console.log(`Scanner service  ${service.url}`);
    return service;
  }
  const scanner = await startScanner(config);
  console.log(`Scanner service  ${scanner.url}\nTray of fingers  ${scanner.trayUrl}`);
  return scanner;
});
