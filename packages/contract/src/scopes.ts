/** Scopes: what the key of a school's own program may do. A call of the contract names the one that it needs. */
export const SCOPES = ['balances', 'attendance', 'deposits'] as const;
export type Scope = (typeof SCOPES)[number];
