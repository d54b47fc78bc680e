import type { Duty, Role } from '@mfuko/contract/endpoint';
import type { ComponentType } from 'react';
import type shell from '../../locales/en/shell.json';

export type Section = keyof typeof shell.sections;
export type Group = keyof typeof shell.groups;

/** One screen of the console, or of the lean entry. */
export interface Screen {
  /** Below /app. */
  readonly path: string;
  /** Key of its name in the `shell` texts, under `screens`. */
  readonly name: keyof typeof shell.screens;
  readonly section: Section;
  readonly group: Group;
  readonly roles: readonly Role[];
  /** What an agent has to be put to for it to be any use to them. */
  readonly duty?: Duty;
  /** Whether it works inside one school, which an Admin then picks first. */
  readonly school: boolean;
  /** Kept out of menu and search: a screen about one thing, which is come to from where that thing is shown. */
  readonly unlisted?: true;
  /** Left out for the screens of the lean entry (gate.html), which the server hands out at their address. */
  readonly page?: () => Promise<ComponentType>;
}

export const ADMIN: readonly Role[] = ['Admin'];
export const STAFF: readonly Role[] = ['Admin', 'SchoolAdmin'];
export const EVERYBODY: readonly Role[] = ['Admin', 'SchoolAdmin', 'CheckAgent'];
