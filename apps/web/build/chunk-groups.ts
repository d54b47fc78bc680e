import { join } from 'node:path';
import { type Modules, neededBy } from './module-graph.ts';

const SHARED = [
  'base',
  'desk',
  'asking',
  'counter',
  'later-calls',
  'later',
  'shell',
  'sign-in',
  'frame',
  'pickers',
  'openings',
  'students',
] as const;
type Shared = (typeof SHARED)[number] | 'cash';

const GATES = /\/src\/features\/gate\//;
/** Parts of the gate that the roll call and the gate's dialogs share, in one request, without the code of pending requests. */
const GATE_PARTS =
  /\/(features\/gate\/(line-name|refusals|sounds|touch|queue\/line|useGate|gate-calls|screens|release|lookup|Gate\.module)|school\/pending\/pending-request)\./;
const OWN = /\/src\/(locales\/|(gate|main)\.tsx$)/;
/** Canteen counter, which no other desk and no other canteen screen needs. */
const COUNTER = /\/features\/canteen\/(CounterDesk|counter\/)/;
/** Cash desk of the lean entry, which shares its rules with the console's. */
const CASH = /\/(app\/CashCounter|features\/wallet\/(CashCounter|counter\/))/;
/** Amount typing and error texts of fields, shared by the fields of the console and of the lean entry. */
const FIELDS = /\/ui\/(useAmountTyping|amount-typing|field-words)\.ts$/;
/** Parts that the counter shares with one or two other screens, kept out of the shared chunks of all screens. */
const FEW = /\/school\/(sounds|useCaptureFor|attempts\/kind)\.ts$/;
/** Reversal of a payment, which a statement needs without the rest of the desk. */
const BACK = /\/features\/wallet\/useTakeBack\.ts$/;
/** Plausibility of a PIN, which the desks need and the first page of the lean entry does not. */
const PINS = /\/school\/pin-plausibility\.ts$/;
/**
 * Disk timeout, storage state, pending requests before their code is loaded, and open pages: needed by the console's desks without the rest
 * of the gate's dialogs.
 */
const IN_TIME = /\/school\/(attempts\/(in-time|live-pages)|offline\/follow-write|pending\/keep-before-code)\.ts$/;
/** Pending requests of gate and bus on the device's disk: loaded once the desk is rendered. */
const PENDING = /\/school\/pending\/(?!pending-request\.)/;
/** Modules that are loaded on demand and that nothing else shares. */
const ALONE = /\/(locales\/|offline|lib\/refusal-words)/;
/**
 * Parts of the roll call, a bus trip, the lock, a LAN reader, the lists and the requests that a gate stores: separate chunks, because
 * neither the gate at first nor a screen of the console needs them.
 */
const OTHER_DESKS =
  /\/(roll-calls?[.-]|roster\.|scanner\/lan-|device-box\.|offline\/faces\.|school\/(desk|unlock|pending)\/|features\/(bus|session\/lock)\/|contract\/src\/(bus|desk\.|\w+\.ts\?of=(getDeviceFaces|FACES_AT_ONCE)))/;
/** Texts of the frame and of the sign-in screen, which are always loaded together. */
const FRAME_TEXTS = /\/locales\/(\w+)\/(?:shell|session)\.json$/;
/** Parts that nearly all screens with a list contain. */
const LIST_PARTS = [
  'ui/DataList.tsx',
  'ui/PageHeader.tsx',
  'ui/RowActions.tsx',
  'ui/Tag.tsx',
  'ui/late-dialog.tsx',
  'ui/late-part.tsx',
  'ui/useAddressed.ts',
  'ui/useBulk.ts',
  'school/useClassOptions.ts',
];
/** Menus, panels, selects and hints, which are positioned when they open: frame and lists are rendered before them. */
const PICKERS = [
  'ui/OpenedSelect.tsx',
  'ui/ColumnsPanel.tsx',
  'ui/ExportItems.tsx',
  'ui/Hint.tsx',
  'app/BellPanel.tsx',
  'features/notices/NoticeWords.tsx',
  'app/UserMenuItems.tsx',
];
/** Our own modules among these; the library's parts are needed by the selects of forms. */
const OPENINGS = /^(?!.*\/node_modules\/)/;
/** Alerts, countdowns and the phone number field, which the sign-in shares with many screens, but not with the list that is opened most. */
const SIGN_IN_PARTS = /\/(ui\/(PhoneField\.tsx|useCountdown\.ts)|components\/Alert\/)/;
const PHONE = /\/packages\/contract\/src\/phone\.ts/;
/** Most frequently opened list: what the list shares with its own dialogs is one request together with the list. */
const STUDENTS = /\/(features\/students\/|app\/StudentsScreen)/;
const CONTRACT = /\/packages\/contract\/src\/([\w-]+)\.ts/;
/** Files of the contract that declare no calls but their building blocks. */
const CONTRACT_WORDS =
  /\/packages\/contract\/src\/(endpoint|field-errors|ids|lists|stamp|money|typed-amount|phone|diets|sms|channels)\.ts/;
const ICONS = /\/@tabler\//;

/**
 * Groups of modules that form one chunk each. By default the bundler makes a chunk of each module that several screens share, even of an
 * icon of 200 bytes, and a list took 80 requests. The modules are grouped by their first users: both entries, the gate and the frame, the
 * gate and other desks, what the gate loads later, the console, its frame with its lists.
 */
export function chunkGroups(root: string) {
  let groupOf: ((id: string) => Shared | null) | undefined;
  return [
    ...SHARED.map((name, at) => ({
      name: (id: string, modules: Modules) => {
        groupOf ??= groupsOf(root, modules);
        return groupOf(id) === name ? name : null;
      },
      priority: 20 - at,
    })),
    { name: (id: string) => FRAME_TEXTS.exec(id)?.[1]?.replace(/^/, 'texts-') ?? null, priority: 3 },
    // Before the screens' parts, which should not be loaded for the sake of an icon.
    { name: 'icons', test: ICONS, minShareCount: 2, priority: 2 },
    { name: 'contract', test: CONTRACT_WORDS, minShareCount: 2, priority: 2 },
    // Calls of one feature that several screens make are one request.
    { name: (id: string) => CONTRACT.exec(id)?.[1]?.replace(/$/, '-calls') ?? null, minShareCount: 2, priority: 1.7 },
    { name: 'pins', test: PINS, priority: 2 },
    { name: 'in-time', test: IN_TIME, priority: 2 },
    // Before the pending requests, whose chunk would otherwise bring the box to all desks.
    { name: 'device-box', test: /\/offline\/device-box\./, priority: 2 },
    { name: 'pending', test: PENDING, priority: 1.9 },
    { name: 'gate-parts', test: GATE_PARTS, minShareCount: 2, priority: 2 },
    { name: 'fields', test: FIELDS, minShareCount: 2, priority: 1.6 },
    // After the building blocks of calls, which would otherwise make the whole console load the cash desk's rules.
    {
      name: (id: string, modules: Modules) => {
        groupOf ??= groupsOf(root, modules);
        return groupOf(id) === 'cash' ? 'cash' : null;
      },
      priority: 1.5,
    },
    // Only some screens print papers; the others must not load this.
    { name: 'paper', test: /\/(ui\/paper|school\/PaperHead)/, minShareCount: 2, priority: 2 },
    // Modules of the desks stay with the desks, even if many of them and of their dialogs share them.
    {
      name: 'screens',
      test: /^(?!.*\/(features\/(gate|bus)|src\/(app|school))\/).*\.(m?js|tsx?)$|\/@mantine\/core\/styles\//,
      minShareCount: 6,
      priority: 1,
    },
    // Last: forms and dialogs work without students and fingers.
    {
      name: 'school-parts',
      test: /\/src\/school\/(?!(desk|offline|unlock)\/).*\.tsx?$/,
      minShareCount: 6,
      priority: 0,
    },
  ];
}

function groupsOf(root: string, modules: Modules): (id: string) => Shared | null {
  const gate = neededBy(join(root, 'src/gate.tsx'), modules);
  // Loaded with the page that opens it; other desks need its imports too.
  const gateApp = join(root, 'src/features/gate/GateApp.tsx');
  neededBy(gateApp, modules, gate);
  // Dialogs that the gate opens occasionally. They must be cached on the device too, so they must not pull in half of the console.
  const later = new Set<string>();
  const alone = new Set<string>();
  const counter = new Set<string>();
  const cash = new Set<string>();
  for (const id of gate)
    for (const opened of modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
      if (opened === gateApp) continue;
      if (COUNTER.test(opened) || CASH.test(opened)) {
        neededBy(opened, modules, CASH.test(opened) ? cash : counter);
        continue;
      }
      if (ALONE.test(opened)) alone.add(opened);
      neededBy(opened, modules, later);
    }
  const shell = neededBy(join(root, 'src/main.tsx'), modules);
  const frame = neededBy(join(root, 'src/app/AppLayout.tsx'), modules);
  const signIn = neededBy(join(root, 'src/app/SignInRoute.tsx'), modules);
  const lists = new Set<string>();
  for (const part of LIST_PARTS) neededBy(join(root, 'src', part), modules, lists);
  const pickers = new Set<string>();
  for (const part of PICKERS) neededBy(join(root, 'src', part), modules, pickers);
  const students = neededBy(join(root, 'src/app/StudentsScreen.tsx'), modules);
  return (id) => {
    const byItself = alone.has(id.split('?')[0] ?? id);
    if (
      PINS.test(id) ||
      IN_TIME.test(id) ||
      OWN.test(id) ||
      GATES.test(id) ||
      COUNTER.test(id) ||
      CASH.test(id) ||
      OTHER_DESKS.test(id) ||
      byItself
    )
      return null;
    if (gate.has(id) && shell.has(id)) return 'base';
    // Other desks, with a scanner and a student box, need the gate's imports; all screens need the building blocks of calls.
    if (gate.has(id)) return frame.has(id) || lists.has(id) || pickers.has(id) || CONTRACT.test(id) ? 'base' : 'desk';
    // Requests to the server, which all screens of the console need; and the rest that the counter has and the gate has not.
    if ((counter.has(id) || cash.has(id)) && (shell.has(id) || frame.has(id) || lists.has(id))) return 'asking';
    if (counter.has(id) && !CONTRACT.test(id) && !FEW.test(id)) return 'counter';
    // Calls of a list that the cash desk only invalidates: it needs no part of the console for that.
    if (cash.has(id) && students.has(id) && CONTRACT.test(id)) return 'later-calls';
    if (cash.has(id) && !later.has(id) && ![CONTRACT, FEW, ICONS, FIELDS, BACK].some((each) => each.test(id)))
      return 'cash';
    // The lock of a desk parses phone numbers as the sign-in does.
    if (PHONE.test(id)) return 'later-calls';
    // All screens request the signed-in user, without the dialogs and their scanner.
    if (later.has(id)) return CONTRACT.test(id) ? 'later-calls' : 'later';
    if (shell.has(id)) return 'shell';
    // The sign-in renders without the rest of the frame, and without the screens' shared parts; a page of the console is either the one or
    // the other.
    if (signIn.has(id) && (frame.has(id) || lists.has(id) || (students.has(id) && !ICONS.test(id)))) return 'shell';
    if (SIGN_IN_PARTS.test(id)) return 'sign-in';
    // Together with the lists, which nearly all screens contain.
    if (frame.has(id) || lists.has(id)) return 'frame';
    // A form with a select does not need the frame's menus.
    if (pickers.has(id)) return OPENINGS.test(id) ? 'openings' : 'pickers';
    if (!students.has(id)) return null;
    // A few lines of CSS and some icons would otherwise be two more requests.
    if (ICONS.test(id) || id.endsWith('.css')) return 'frame';
    return STUDENTS.test(id) ? 'students' : null;
  };
}
