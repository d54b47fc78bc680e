import { existsSync } from 'node:fs';
import { join } from 'node:path';

const CONTRACT = 'packages/contract/src';

/**
 * Modules by which the chunks are grouped: files, and folders that end with a slash, below the console's folder or, of the contract, below
 * the repository's.
 */
export const PLACES = {
  gates: ['src/features/gate/'],
  /** Parts of the gate that the roll call and the gate's dialogs share, in one request, without the code of pending requests. */
  gateParts: [
    ...['line-name.ts', 'refusals.ts', 'sounds.ts', 'touch.ts', 'queue/line.ts', 'useGate.ts', 'gate-calls.ts'].map(
      (file) => `src/features/gate/${file}`,
    ),
    ...['screens.ts', 'release.ts', 'lookup.ts', 'Gate.module.css'].map((file) => `src/features/gate/${file}`),
    'src/school/pending/pending-request.ts',
  ],
  own: ['src/locales/', 'src/gate.tsx', 'src/main.tsx'],
  /** Canteen counter, which no other desk and no other canteen screen needs. */
  counter: ['src/features/canteen/CounterDesk.tsx', 'src/features/canteen/counter/'],
  /** Cash desk of the lean entry, which shares its rules with the console's. */
  cash: ['src/app/CashCounter.tsx', 'src/features/wallet/CashCounter.tsx', 'src/features/wallet/counter/'],
  /** Amount typing and error texts of fields, shared by the fields of the console and of the lean entry. */
  fields: ['src/ui/useAmountTyping.ts', 'src/ui/amount-typing.ts', 'src/ui/field-words.ts'],
  /** Parts that the counter shares with one or two other screens, kept out of the shared chunks of all screens. */
  few: ['src/school/sounds.ts', 'src/school/useCaptureFor.ts', 'src/school/attempts/kind.ts'],
  /** Reversal of a payment, which a statement needs without the rest of the desk. */
  takeBack: ['src/features/wallet/useTakeBack.ts'],
  /** Plausibility of a PIN, which the desks need and the first page of the lean entry does not. */
  pins: ['src/school/pin-plausibility.ts'],
  /**
   * Disk timeout, storage state, pending requests before their code is loaded, and open pages: needed by the console's desks without the
   * rest of the gate's dialogs.
   */
  inTime: [
    'src/school/attempts/in-time.ts',
    'src/school/attempts/live-pages.ts',
    'src/school/offline/follow-write.ts',
    'src/school/pending/keep-before-code.ts',
  ],
  deviceBox: ['src/school/offline/device-box.ts'],
  pending: ['src/school/pending/'],
  /** Modules that are loaded on demand and that nothing else shares. */
  alone: [
    'src/locales/',
    'src/school/offline/',
    'src/lib/refusal-words.ts',
    `${CONTRACT}/offline.ts`,
    `${CONTRACT}/offline-seal.ts`,
  ],
  /**
   * Parts of the roll call, a bus trip, the lock, a LAN reader, the lists and the requests that a gate stores: separate chunks, because
   * neither the gate at first nor a screen of the console needs them.
   */
  otherDesks: [
    ...['src/features/bus/', 'src/features/session/lock/', 'src/features/gate/roll-call/roll-call.ts'],
    ...['src/school/desk/', 'src/school/unlock/', 'src/school/pending/'],
    ...['roll-call-steps.ts', 'roster.ts', 'device-box.ts', 'faces.ts'].map((file) => `src/school/offline/${file}`),
    ...['lan-pairing.ts', 'lan-reader.ts', 'lan-socket.ts'].map((file) => `src/lib/scanner/${file}`),
    ...['bus.ts', 'bus-positions.ts', 'bus-routes.ts', 'bus-trips.ts', 'desk.ts', 'roll-calls.ts'].map(
      (file) => `${CONTRACT}/${file}`,
    ),
  ],
  /** Parts that nearly all screens with a list contain. */
  listParts: [
    ...['DataList.tsx', 'FirstStep.tsx', 'PageHeader.tsx', 'RowActions.tsx', 'Tag.tsx'].map((file) => `src/ui/${file}`),
    ...['late-dialog.tsx', 'late-part.tsx'].map((file) => `src/ui/${file}`),
    ...['src/ui/useAddressed.ts', 'src/school/useClassOptions.ts', 'src/school/attempts/useBulk.ts'],
  ],
  /** Menus, panels, selects and hints, which are positioned when they open: frame and lists are rendered before them. */
  pickers: [
    ...['OpenedSelect.tsx', 'ColumnsPanel.tsx', 'ExportItems.tsx', 'Hint.tsx'].map((file) => `src/ui/${file}`),
    ...['src/app/BellPanel.tsx', 'src/app/UserMenuItems.tsx', 'src/features/notices/NoticeWords.tsx'],
  ],
  /** Countdowns and the phone number field, which the sign-in shares with many screens, but not with the list that is opened most. */
  signInParts: ['src/ui/PhoneField.tsx', 'src/ui/useCountdown.ts'],
  phone: [`${CONTRACT}/phone.ts`],
  /** Most frequently opened list: what the list shares with its own dialogs is one request together with the list. */
  students: ['src/features/students/', 'src/app/StudentsScreen.tsx'],
  paper: ['src/ui/paper/', 'src/school/PaperHead.tsx', 'src/school/PaperHead.module.css'],
  /** Files of the contract that declare no calls but their building blocks. */
  contractWords: [
    ...['endpoint', 'field-errors', 'ids', 'lists', 'stamp', 'money', 'typed-amount', 'phone', 'diets', 'sms'],
    'channels',
  ].map((name) => `${CONTRACT}/${name}.ts`),
  /** Desks, frame and school, whose modules stay with them even if many of them and of their dialogs share them. */
  deskFolders: ['src/features/gate/', 'src/features/bus/', 'src/app/', 'src/school/'],
  school: ['src/school/'],
  schoolDesks: ['src/school/desk/', 'src/school/offline/', 'src/school/unlock/'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Modules whose imports decide about the groups. */
export const STARTS = {
  gate: 'src/gate.tsx',
  gateApp: 'src/features/gate/GateApp.tsx',
  console: 'src/main.tsx',
  frame: 'src/app/AppLayout.tsx',
  signIn: 'src/app/SignInRoute.tsx',
  students: 'src/app/StudentsScreen.tsx',
} as const;

export type Place = keyof typeof PLACES;

/** Creates a function that returns true for a module at one of the places. `root` is the folder of the console. */
export function createPlaces(root: string): (id: string, ...places: readonly Place[]) => boolean {
  const sources = join(root, 'src/');
  function pathOf(id: string): string {
    const [file = ''] = id.split('?');
    if (file.startsWith(sources)) return `src/${file.slice(sources.length)}`;
    return /\/(packages\/contract\/src\/.*)$/.exec(file)?.[1] ?? '';
  }
  return (id, ...places) => {
    const path = pathOf(id);
    const isAt = (place: string) => (place.endsWith('/') ? path.startsWith(place) : path === place);
    return path !== '' && places.some((place) => PLACES[place].some(isAt));
  };
}

/** Throws for a path that does not exist, as after a file was moved: its modules would silently join another chunk. */
export function requirePlaces(root: string): void {
  const paths = new Set<string>([...Object.values(PLACES).flat(), ...Object.values(STARTS)]);
  const missing = [...paths].filter(
    (path) => !existsSync(path.startsWith(CONTRACT) ? join(root, '../..', path) : join(root, path)),
  );
  if (missing.length > 0) throw new Error(`chunk-places.ts names what does not exist: ${missing.join(', ')}`);
}
