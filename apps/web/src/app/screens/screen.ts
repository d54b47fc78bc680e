import type { Duty, Role } from '@mfuko/contract/endpoint';
import type { ComponentType } from 'react';
import type { Question } from '../../lib/ask-already.ts';
import type { ScreenAddress } from '../../lib/routes.ts';
import type shell from '../../locales/en/shell.json';

export type Section = keyof typeof shell.sections;
export type Group = keyof typeof shell.groups;

/** The screens of the lean entry (gate.html), which the server hands out at their address: no route of the console. */
type LeanPath =
  | 'checkin.fingerprint'
  | 'checkin.pin'
  | 'checkout.fingerprint'
  | 'checkout.pin'
  | 'check.cash'
  | 'check.rollcall'
  | 'check.trip'
  | 'school.menu.consume';

/** A path below /app. */
type PathOf<Address> = Address extends `/app/${infer Path}` ? Path : never;

/** One screen of the console, or of the lean entry. */
export type Screen = ConsoleScreen | LeanScreen;

/** The path of a screen below /app. */
export type ScreenPath = Screen['path'];

export interface ConsoleScreen extends ScreenFacts {
  readonly path: PathOf<ScreenAddress>;
  readonly page: () => Promise<ComponentType>;
  /** First questions to the server: asked by a page load while the screen's code is still on its way. */
  readonly asksFirst?: (search: URLSearchParams) => readonly Question[];
}

export interface LeanScreen extends ScreenFacts {
  readonly path: LeanPath;
  readonly page?: undefined;
}

interface ScreenFacts {
  /** Key of its name in the `shell` texts, under `screens`. */
  readonly name: keyof typeof shell.screens;
  readonly section: Section;
  readonly group: Group;
  readonly roles: readonly Role[];
  /** Duty: what an agent has to be put to for it to be any use to them. */
  readonly duty?: Duty;
  /** True if it works inside one school, which an Admin then picks first. */
  readonly school: boolean;
  /** Kept out of menu and search: a screen about one thing, which is come to from where that thing is shown. */
  readonly unlisted?: true;
}

export const ADMIN: readonly Role[] = ['Admin'];
export const STAFF: readonly Role[] = ['Admin', 'SchoolAdmin'];
export const EVERYBODY: readonly Role[] = ['Admin', 'SchoolAdmin', 'CheckAgent'];
