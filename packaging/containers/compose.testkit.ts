import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export interface Service {
  readonly image: string;
  readonly read_only?: boolean;
  readonly privileged?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly restart?: string;
  readonly env_file?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly ports?: readonly string[];
  readonly stop_grace_period?: string;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly network_mode?: string;
  readonly networks?: { readonly default: { readonly ipv4_address: string } };
}

interface Network {
  /** IP address pool: the subnet, and the range within it from which addresses are assigned dynamically. */
  readonly ipam: { readonly config: readonly { readonly subnet: string; readonly ip_range?: string }[] };
}

/** Returns the path of a file beside the compose file. */
export const here = (path: string) => join(import.meta.dirname, path);
export const read = (path: string) => readFileSync(here(path), 'utf8');

const { services, networks, volumes } = parse(read('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<'database' | 'mfuko' | 'caddy', Service>>;
  readonly networks: { readonly default: Network };
  readonly volumes: Readonly<Record<string, null>>;
};
export const { database, mfuko, caddy } = services;
export const all: readonly (readonly [string, Service])[] = Object.entries(services);
export const named = Object.keys(volumes);
export const network = networks.default;

/** Returns the names in a settings file, commented or not. */
export const commented = (text: string) => [...text.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name = '']) => name);
