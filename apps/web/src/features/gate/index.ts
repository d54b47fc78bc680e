/**
 * The gate's screens: check in and out by fingerprint or PIN. Number and finger go together in whichever order they
 * come, and every student is sent with one key until there is an answer.
 */
import { lazy } from 'react';

/** In an evacuation, so it is fetched when one comes; it lies on the device all the same. */
export const RollCallDesk = lazy(() =>
  import('./roll-call/RollCallDesk.tsx').then((page) => ({ default: page.RollCallDesk })),
);
/** Of no use to the other desks, which stand without it. */
export const gateApp = () => import('./GateApp.tsx');
export const GateApp = lazy(() => gateApp().then((page) => ({ default: page.GateApp })));
/** For Admins only, so it is fetched when one comes. */
export const PickSchool = lazy(() => import('./PickSchool.tsx').then((page) => ({ default: page.PickSchool })));
