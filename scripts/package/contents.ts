import { isTest } from '../import-law.ts';

/** Source folders of the installed program, and the files beside them that it is read by. */
const PROGRAM =
  /^(apps\/server\/(package\.json$|src\/|sql\/|migrations\/\d)|packages\/(contract|fingerprint)\/(package\.json$|src\/)|packaging\/cli\/|scripts\/(serve|supervise)\.mjs$|package\.json$)/;

/** Pages for whoever keeps the machine, and all that they lead on to. */
const PAGES = /^(CHANGELOG|SECURITY|docs\/(features\/|decisions\/)?[\w.-]+)\.md$/;

/** Tells whether a file of the repository goes to /usr/lib/mfuko: what the server runs by, without tests, simulators and demo readers. */
export function isProgram(file: string): boolean {
  return PROGRAM.test(file) && !isTest(file);
}

/** Tells whether a file of the repository goes to /usr/share/doc/mfuko. */
export function isPage(file: string): boolean {
  return PAGES.test(file);
}

/** Files of packages that no program reads: other languages' headers, pictures of pages, tests, sources of what is built. */
export function isIdle(path: string): boolean {
  return (
    /\/(\.github|test|tests|docs|benchmarks?|examples?)\/|\.(d\.[cm]?ts|test\.[cm]?[jt]s|map|md|markdown|flow)$/i.test(
      path,
    ) && !/licen[cs]e/i.test(path)
  );
}

/** Control file of the package. Debian sorts `~` before everything: a version that is not released yet stands before it. */
export function fillControl(
  template: string,
  facts: { readonly version: string; readonly architecture: string; readonly kilobytes: number },
): string {
  return template
    .replace('VERSION', facts.version)
    .replace('ARCHITECTURE', facts.architecture)
    .replace('INSTALLED_SIZE', String(facts.kilobytes));
}
