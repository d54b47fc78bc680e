/**
 * The gate's screens: check in and out by fingerprint or PIN. Number and finger go together in whichever order they
 * come, and every student is sent with one key until there is an answer.
 */
import { latePart } from '../../lib/late-part.ts';
import { NotLoaded } from '../../ui/NotLoaded.tsx';

/** Lazy chunk, needed in an evacuation only; the service worker caches it on the device all the same. */
export const RollCallDesk = latePart(
  () => import('./roll-call/RollCallDesk.tsx').then((page) => page.RollCallDesk),
  NotLoaded,
);
/** Lazy chunk: the other desks load without it. */
export const GateApp = latePart(() => import('./GateApp.tsx').then((page) => page.GateApp), NotLoaded);
/** Lazy chunk: only an Admin needs it. */
export const PickSchool = latePart(() => import('./PickSchool.tsx').then((page) => page.PickSchool), NotLoaded);
