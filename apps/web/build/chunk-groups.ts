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
/** Parts of the gate that the roll call and the gate's dialogs have too: one request, not one each. */
const GATE_PARTS =
  /\/features\/gate\/(Band|StatusBanner|refusals|sounds|touch|queue|useGate|gate-calls|screens|release|lookup|Gate\.module)\./;
const OWN = /\/src\/(locales\/|(gate|main)\.tsx$)/;
/** The canteen's counter: of no use to any other desk, and to no other screen of the canteen. */
const COUNTER = /\/features\/canteen\/(CounterDesk|counter\/)/;
/** The cash desk of the lean entry, which shares its rules with the console's. */
const CASH = /\/features\/wallet\/(CashCounter|counter\/)/;
/** Amounts as they are typed, and the words of a wrong field, in the fields of the console and of the lean entry. */
const FIELDS = /\/ui\/(useAmountTyping|amount-typing|field-words)\.ts$/;
/** Parts that the counter has in common with one or two other screens: no other screen fetches them with the rest. */
const FEW = /\/school\/(sounds|useCaptureFor|attempts\/kind)\.ts$/;
/** The way back of a payment, which a statement has too, without the rest of the desk. */
const BACK = /\/features\/wallet\/useTakeBack\.ts$/;
/** The plausibility of a PIN, which the desks have and the first page of the lean entry has not. */
const PINS = /\/school\/pin-plausibility\.ts$/;
/** The patience with a device's disk, what did not reach it, the presses whose keeping code is on its way, and whose pages live, which the console's desks have too, without the rest of the gate's dialogs. */
const IN_TIME = /\/school\/(attempts\/(in-time|live-pages)|offline\/follow-write|pending\/keep-before-code)\.ts$/;
/** Pending requests of gate and bus on the device's disk: fetched once the desk stands. */
const PENDING = /\/school\/pending\/(?!pending-request\.)/;
/** Fetched by themselves when they are asked for, and of use to nothing else. */
const ALONE = /\/(locales\/|offline|lib\/refusal-words)/;
/** Parts of the roll call, of a bus’s trip, of the lock, of a reader on the LAN, of the lists and of the requests that a gate keeps: chunks of their own, for the gate has no use for them at first, nor has a screen of the console. */
const OTHER_DESKS =
  /\/(roll-calls?[.-]|roster\.|scanner\/lan-|device-box\.|offline\/faces\.|school\/(desk|unlock|pending)\/|features\/(bus|session\/lock)\/|contract\/src\/(bus|desk\.|\w+\.ts\?of=(getDeviceFaces|FACES_AT_ONCE)))/;
/** The texts of the frame and of the sign-in screen: always fetched together. */
const FRAME_TEXTS = /\/locales\/(\w+)\/(?:shell|session)\.json$/;
/** Parts that nearly every screen with a list is made of. */
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
/** Menus, panels, selects and hints, which open where they have room: the frame and lists stand before them. */
const PICKERS = [
  'ui/OpenedSelect.tsx',
  'ui/ColumnsPanel.tsx',
  'ui/ExportItems.tsx',
  'ui/Hint.tsx',
  'app/BellPanel.tsx',
  'features/notices/NoticeWords.tsx',
  'app/UserMenuItems.tsx',
];
/** Of these, our own: the library's parts are what forms have selects of. */
const OPENINGS = /^(?!.*\/node_modules\/)/;
/** Notices, countdowns and the field for a phone number, which the sign-in shares with many screens, and the list opened most has not. */
const SIGN_IN_PARTS = /\/(ui\/(PhoneField\.tsx|useCountdown\.ts)|components\/Alert\/)/;
const PHONE = /\/packages\/contract\/src\/phone\.ts/;
/** The list that is opened most: what it shares with its own dialogs is one request with the list. */
const STUDENTS = /\/(features\/students\/|app\/StudentsScreen)/;
const CONTRACT = /\/packages\/contract\/src\/([\w-]+)\.ts/;
/** Files of the contract that declare no calls: what calls are made of. */
const CONTRACT_WORDS =
  /\/packages\/contract\/src\/(endpoint|field-errors|ids|lists|stamp|money|typed-amount|phone|diets|sms|channels)\.ts/;
const ICONS = /\/@tabler\//;

/**
 * Groups of modules that make one chunk. Left to itself the bundler makes a chunk of every module that some screens
 * share, an icon of 200 bytes too, and a list was 80 requests. These are put together by who needs them first: both
 * entries, the gate and the frame, the gate and other desks, what the gate opens later, the console, its frame with its lists.
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
    // Before the screens' parts, which nobody should fetch for the sake of an icon.
    { name: 'icons', test: ICONS, minShareCount: 2, priority: 2 },
    { name: 'contract', test: CONTRACT_WORDS, minShareCount: 2, priority: 2 },
    // Calls of one feature that several screens make are one request, not one each.
    { name: (id: string) => CONTRACT.exec(id)?.[1]?.replace(/$/, '-calls') ?? null, minShareCount: 2, priority: 1.7 },
    { name: 'pins', test: PINS, priority: 2 },
    { name: 'in-time', test: IN_TIME, priority: 2 },
    // Before the pending requests, which would take it along to every desk.
    { name: 'device-box', test: /\/offline\/device-box\./, priority: 2 },
    { name: 'pending', test: PENDING, priority: 1.9 },
    { name: 'gate-parts', test: GATE_PARTS, minShareCount: 2, priority: 2 },
    { name: 'fields', test: FIELDS, minShareCount: 2, priority: 1.6 },
    // After what calls are made of, which the whole console would fetch with the rules of the cash desk.
    {
      name: (id: string, modules: Modules) => {
        groupOf ??= groupsOf(root, modules);
        return groupOf(id) === 'cash' ? 'cash' : null;
      },
      priority: 1.5,
    },
    // Paper is printed by some screens only: none of the others fetches it.
    { name: 'paper', test: /\/(ui\/paper|school\/PaperHead)/, minShareCount: 2, priority: 2 },
    // The modules of the desks stay with the desks, however many of them and of their dialogs share them.
    {
      name: 'screens',
      test: /^(?!.*\/(features\/(gate|bus)|src\/(app|school))\/).*\.(m?js|tsx?)$|\/@mantine\/core\/styles\//,
      minShareCount: 6,
      priority: 1,
    },
    // Students and fingers come after that: a form or a dialog does without them.
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
  // Fetched with the page that opens it; what it needs, other desks need too.
  const gateApp = join(root, 'src/features/gate/GateApp.tsx');
  neededBy(gateApp, modules, gate);
  // Dialogs that the gate opens now and then. They must be kept on the device too, so they must not come with half of the console.
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
    // Other desks, with a scanner and a box for the student, need what the gate needs; every screen needs what calls are made of.
    if (gate.has(id)) return frame.has(id) || lists.has(id) || pickers.has(id) || CONTRACT.test(id) ? 'base' : 'desk';
    // The asking of the server, which every screen of the console does; and all else that the counter has and the gate has not.
    if ((counter.has(id) || cash.has(id)) && (shell.has(id) || frame.has(id) || lists.has(id))) return 'asking';
    if (counter.has(id) && !CONTRACT.test(id) && !FEW.test(id)) return 'counter';
    // A list that the cash desk only says is out of date: it needs no part of the console for that.
    if (cash.has(id) && students.has(id) && CONTRACT.test(id)) return 'later-calls';
    if (cash.has(id) && !later.has(id) && ![CONTRACT, FEW, ICONS, FIELDS, BACK].some((each) => each.test(id)))
      return 'cash';
    // The lock of a desk reads phone numbers as the sign-in does.
    if (PHONE.test(id)) return 'later-calls';
    // Every screen asks who is signed in, without the dialogs and their scanner.
    if (later.has(id)) return CONTRACT.test(id) ? 'later-calls' : 'later';
    if (shell.has(id)) return 'shell';
    // The sign-in stands without the rest of the frame, and without what screens share; a page of the console is either the one or the other.
    if (signIn.has(id) && (frame.has(id) || lists.has(id) || (students.has(id) && !ICONS.test(id)))) return 'shell';
    if (SIGN_IN_PARTS.test(id)) return 'sign-in';
    // With the lists, which nearly every screen has.
    if (frame.has(id) || lists.has(id)) return 'frame';
    // A form with a select needs nothing of the frame's menus.
    if (pickers.has(id)) return OPENINGS.test(id) ? 'openings' : 'pickers';
    if (!students.has(id)) return null;
    // Some lines of style and some icons would be two requests more.
    if (ICONS.test(id) || id.endsWith('.css')) return 'frame';
    return STUDENTS.test(id) ? 'students' : null;
  };
}
