import type { Duty, Role } from '@mfuko/contract/endpoint';
import type { ComponentType } from 'react';
import type { Question } from '../../lib/ask-already.ts';
import type { ScreenAddress } from '../../lib/routes.ts';
import type shell from '../../locales/en/shell.json';

export type Section = keyof typeof shell.sections;
export type Group = keyof typeof shell.groups;

/** Screens of the lean entry (gate.html), which the server serves at these addresses: they are not routes of the console. */
type LeanPath =
  | 'checkin.fingerprint'
  | 'checkin.pin'
  | 'checkout.fingerprint'
  | 'checkout.pin'
  | 'check.cash'
  | 'check.rollcall'
  | 'check.trip'
  | 'school.menu.consume';

/** Extracts the path below /app. */
type PathOf<Address> = Address extends `/app/${infer Path}` ? Path : never;

/** Screen of the console, or of the lean entry. */
export type Screen = ConsoleScreen | LeanScreen;

/** Path of a screen below /app. */
export type ScreenPath = Screen['path'];

export interface ConsoleScreen extends ScreenFacts {
  readonly path: PathOf<ScreenAddress>;
  readonly page: () => Promise<ComponentType>;
  /** Returns the screen's first requests, which a page load prefetches while the screen's code is loading. */
  readonly asksFirst?: (search: URLSearchParams) => readonly Question[];
}

export interface LeanScreen extends ScreenFacts {
  readonly path: LeanPath;
  readonly page?: undefined;
}

interface ScreenFacts {
  /** Key of the screen's name in the `shell` texts, under `screens`. */
  readonly name: keyof typeof shell.screens;
  readonly section: Section;
  readonly group: Group;
  readonly roles: readonly Role[];
  /** Duty that an agent needs for this screen. */
  readonly duty?: Duty;
  /** True if the screen works inside one school, which an Admin has to pick first. */
  readonly school: boolean;
  /** Excluded from menu and search: a screen about one record, which is opened from that record. */
  readonly unlisted?: true;
}

export const ADMIN: readonly Role[] = ['Admin'];
export const STAFF: readonly Role[] = ['Admin', 'SchoolAdmin'];
export const EVERYBODY: readonly Role[] = ['Admin', 'SchoolAdmin', 'CheckAgent'];
