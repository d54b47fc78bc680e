/**
 * The gate's screens: check in and out by fingerprint or PIN. Number and finger go together in whichever order they
 * come, and every pupil is sent with one key until there is an answer.
 */
export { GateApp, type GateAppProps } from './GateApp.tsx';
export { PickSchool } from './PickSchool.tsx';
