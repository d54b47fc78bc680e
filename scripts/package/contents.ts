import { isTest } from '../import-law.ts';

/** Source folders of the installed program, and the files beside them that it needs. */
const PROGRAM =
  /^(apps\/server\/(package\.json$|src\/|sql\/|migrations\/\d)|packages\/(contract|fingerprint)\/(package\.json$|src\/)|packaging\/cli\/|scripts\/(serve|supervise)\.mjs$|package\.json$)/;

/** Pages for administrators, and all pages that they link to. */
const PAGES = /^(CHANGELOG|SECURITY|docs\/(features\/|decisions\/)?[\w.-]+)\.md$/;

/**
 * Returns true for a file that is installed in /usr/lib/mfuko: everything that the server needs, without tests, simulators and demo
 * readers.
 */
export function isProgram(file: string): boolean {
  return PROGRAM.test(file) && !isTest(file);
}

/** Returns true for a file that is installed in /usr/share/doc/mfuko. */
export function isPage(file: string): boolean {
  return PAGES.test(file);
}

/** Returns true for files of packages that no program reads: headers of other languages, images of pages, tests, sources of built files. */
export function isIdle(path: string): boolean {
  return (
    /\/(\.github|test|tests|docs|benchmarks?|examples?)\/|\.(d\.[cm]?ts|test\.[cm]?[jt]s|map|md|markdown|flow)$/i.test(
      path,
    ) && !/licen[cs]e/i.test(path)
  );
}

/** Fills in the package's control file. Debian sorts `~` before everything, so an unreleased version sorts before its release. */
export function fillControl(
  template: string,
  facts: { readonly version: string; readonly architecture: string; readonly kilobytes: number },
): string {
  return template
    .replace('VERSION', facts.version)
    .replace('ARCHITECTURE', facts.architecture)
    .replace('INSTALLED_SIZE', String(facts.kilobytes));
}
