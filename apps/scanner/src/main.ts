import { readConfig } from './config.ts';
import type { Lan } from './lan/lan.ts';
import { helperOf, startReaderService } from './reader-service.ts';
import { run } from './run.ts';
import { startScanner } from './scanner.ts';

await run(console.error, async () => {
  const config = readConfig();
  if (config.reader !== 'simulator') {
    const service = await startReaderService({ ...config, program: helperOf(config), log: console.log });
    console.log(`Scanner service  ${service.url}${lanLine(service)}`);
    return service;
  }
  const scanner = await startScanner({ ...config, log: console.log });
  console.log(`Scanner service  ${scanner.url}${lanLine(scanner)}\nTray of fingers  ${scanner.trayUrl}`);
  return scanner;
});

function lanLine({ lan }: { readonly lan: Lan | undefined }): string {
  return lan === undefined ? '' : `\nFor tablets      ${lan.url}`;
}
