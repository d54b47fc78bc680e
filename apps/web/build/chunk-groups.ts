import { join } from 'node:path';
import { createPlaces, PLACES, STARTS } from './chunk-places.ts';
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

/** Calls of a contract file that only the desks besides the gate make. */
const DESK_CALLS = /\/packages\/contract\/src\/\w+\.ts\?of=(getDeviceFaces|FACES_AT_ONCE)/;
/** Texts of the frame and of the sign-in screen, which are always loaded together. */
const FRAME_TEXTS = /\/locales\/(\w+)\/(?:shell|session)\.json$/;
/** Our own modules among the pickers; the library's parts are needed by the selects of forms. */
const OPENINGS = /^(?!.*\/node_modules\/)/;
const ALERTS = /\/components\/Alert\//;
const CONTRACT = /\/packages\/contract\/src\/([\w-]+)\.ts/;
const ICONS = /\/@tabler\//;

/**
 * Groups of modules that form one chunk each. By default the bundler makes a chunk of each module that several screens share, even of an
 * icon of 200 bytes, and a list took 80 requests. The modules are grouped by their first users: both entries, the gate and the frame, the
 * gate and other desks, what the gate loads later, the console, its frame with its lists.
 */
export function chunkGroups(root: string) {
  const isAt = createPlaces(root);
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
    { name: 'contract', test: (id: string) => isAt(id, 'contractWords'), minShareCount: 2, priority: 2 },
    // Calls of one feature that several screens make are one request.
    { name: (id: string) => CONTRACT.exec(id)?.[1]?.replace(/$/, '-calls') ?? null, minShareCount: 2, priority: 1.7 },
    { name: 'pins', test: (id: string) => isAt(id, 'pins'), priority: 2 },
    { name: 'in-time', test: (id: string) => isAt(id, 'inTime'), priority: 2 },
    // Before the pending requests, whose chunk would otherwise bring the box to all desks.
    { name: 'device-box', test: (id: string) => isAt(id, 'deviceBox'), priority: 2 },
    // Pending requests of gate and bus on the device's disk: loaded once the desk is rendered.
    { name: 'pending', test: (id: string) => isAt(id, 'pending') && !isAt(id, 'gateParts'), priority: 1.9 },
    { name: 'gate-parts', test: (id: string) => isAt(id, 'gateParts'), minShareCount: 2, priority: 2 },
    { name: 'fields', test: (id: string) => isAt(id, 'fields'), minShareCount: 2, priority: 1.6 },
    // After the building blocks of calls, which would otherwise make the whole console load the cash desk's rules.
    {
      name: (id: string, modules: Modules) => {
        groupOf ??= groupsOf(root, modules);
        return groupOf(id) === 'cash' ? 'cash' : null;
      },
      priority: 1.5,
    },
    // Only some screens print papers; the others must not load this.
    { name: 'paper', test: (id: string) => isAt(id, 'paper'), minShareCount: 2, priority: 2 },
    {
      name: 'screens',
      test: (id: string) =>
        (/\.(m?js|tsx?)$/.test(id) && !isAt(id, 'deskFolders')) || /\/@mantine\/core\/styles\//.test(id),
      minShareCount: 6,
      priority: 1,
    },
    // Last: forms and dialogs work without students and fingers.
    {
      name: 'school-parts',
      test: (id: string) => /\.tsx?$/.test(id) && isAt(id, 'school') && !isAt(id, 'schoolDesks'),
      minShareCount: 6,
      priority: 0,
    },
  ];
}

function groupsOf(root: string, modules: Modules): (id: string) => Shared | null {
  const isAt = createPlaces(root);
  const neededFrom = (paths: readonly string[]) => {
    const all = new Set<string>();
    for (const path of paths) neededBy(join(root, path), modules, all);
    return all;
  };
  const gate = neededFrom([STARTS.gate]);
  // Loaded with the page that opens it; other desks need its imports too.
  const gateApp = join(root, STARTS.gateApp);
  neededBy(gateApp, modules, gate);
  // Dialogs that the gate opens occasionally. They must be cached on the device too, so they must not pull in half of the console.
  const later = new Set<string>();
  const alone = new Set<string>();
  const counter = new Set<string>();
  const cash = new Set<string>();
  for (const id of gate)
    for (const opened of modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
      if (opened === gateApp) continue;
      if (isAt(opened, 'counter', 'cash')) {
        neededBy(opened, modules, isAt(opened, 'cash') ? cash : counter);
        continue;
      }
      if (isAt(opened, 'alone')) alone.add(opened);
      neededBy(opened, modules, later);
    }
  const shell = neededFrom([STARTS.console]);
  const frame = neededFrom([STARTS.frame]);
  const signIn = neededFrom([STARTS.signIn]);
  const lists = neededFrom(PLACES.listParts);
  const pickers = neededFrom(PLACES.pickers);
  const students = neededFrom([STARTS.students]);
  return (id) => {
    const byItself = alone.has(id.split('?')[0] ?? id);
    if (byItself || DESK_CALLS.test(id) || isAt(id, 'pins', 'inTime', 'own', 'gates', 'counter', 'cash', 'otherDesks'))
      return null;
    if (gate.has(id) && shell.has(id)) return 'base';
    // Other desks, with a scanner and a student box, need the gate's imports; all screens need the building blocks of calls.
    if (gate.has(id)) return frame.has(id) || lists.has(id) || pickers.has(id) || CONTRACT.test(id) ? 'base' : 'desk';
    // Requests to the server, which all screens of the console need; and the rest that the counter has and the gate has not.
    if ((counter.has(id) || cash.has(id)) && (shell.has(id) || frame.has(id) || lists.has(id))) return 'asking';
    if (counter.has(id) && !CONTRACT.test(id) && !isAt(id, 'few')) return 'counter';
    // Calls of a list that the cash desk only invalidates: it needs no part of the console for that.
    if (cash.has(id) && students.has(id) && CONTRACT.test(id)) return 'later-calls';
    if (
      cash.has(id) &&
      !later.has(id) &&
      !CONTRACT.test(id) &&
      !ICONS.test(id) &&
      !isAt(id, 'few', 'fields', 'takeBack')
    )
      return 'cash';
    // The lock of a desk parses phone numbers as the sign-in does.
    if (isAt(id, 'phone')) return 'later-calls';
    // All screens request the signed-in user, without the dialogs and their scanner.
    if (later.has(id)) return CONTRACT.test(id) ? 'later-calls' : 'later';
    if (shell.has(id)) return 'shell';
    // The sign-in renders without the rest of the frame, and without the screens' shared parts; a page of the console is either the one or
    // the other.
    if (signIn.has(id) && (frame.has(id) || lists.has(id) || (students.has(id) && !ICONS.test(id)))) return 'shell';
    if (ALERTS.test(id) || isAt(id, 'signInParts')) return 'sign-in';
    // Together with the lists, which nearly all screens contain.
    if (frame.has(id) || lists.has(id)) return 'frame';
    // A form with a select does not need the frame's menus.
    if (pickers.has(id)) return OPENINGS.test(id) ? 'openings' : 'pickers';
    if (!students.has(id)) return null;
    // A few lines of CSS and some icons would otherwise be two more requests.
    if (ICONS.test(id) || id.endsWith('.css')) return 'frame';
    return isAt(id, 'students') ? 'students' : null;
  };
}
