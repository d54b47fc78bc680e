/**
 * The gate's screens: check in and out by fingerprint or PIN. Number and finger go together in whichever order they
 * come, and every student is sent with one key until there is an answer.
 */
import { latePart } from '../../lib/late-part.ts';
import { NotLoaded } from '../../ui/NotLoaded.tsx';

/** In an evacuation, so it is fetched when one comes; it lies on the device all the same. */
export const RollCallDesk = latePart(
  () => import('./roll-call/RollCallDesk.tsx').then((page) => page.RollCallDesk),
  NotLoaded,
);
/** Of no use to the other desks, which stand without it. */
export const GateApp = latePart(() => import('./GateApp.tsx').then((page) => page.GateApp), NotLoaded);
/** For Admins only, so it is fetched when one comes. */
export const PickSchool = latePart(() => import('./PickSchool.tsx').then((page) => page.PickSchool), NotLoaded);
