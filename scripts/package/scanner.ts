/** The installed scanner service. */
export const SCANNER_MAIN = 'apps/scanner/src/installed/main.ts';

/** Its command, `mfuko-scanner`. */
export const SCANNER_COMMAND = 'apps/scanner/src/command/main.ts';

/** Programs that the service or the installation starts. */
export const SCANNER_HELPERS = ['apps/scanner/helper/libfprint-helper.py', 'apps/scanner/helper/udev-rules.py'];

/** Pages for administrators. */
export const SCANNER_PAGES = [
  'CHANGELOG.md',
  'docs/installation-of-readers.md',
  'docs/features/readers.md',
  'docs/features/scanner.md',
];
