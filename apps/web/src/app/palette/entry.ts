import type { Icon } from '@tabler/icons-react';
import type { Destination } from '../../lib/routes.ts';
import type { ScreenPath } from '../screens/screen.ts';

/** Entry of the palette. */
export interface Entry {
  readonly id: string;
  readonly Icon: Icon;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly run: () => void;
}

export interface EntryGroup {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** Recent entry of the palette. Stored in this tab, for this user and school, until they sign out. */
export type Recent = {
  readonly id: string;
  readonly label: string;
  readonly detail?: string | undefined;
} & ({ readonly screen: ScreenPath } | { readonly place: Destination });

/** Opens an entry, and adds it to the recent ones. */
export type OpenEntry = (entry: Recent) => void;
