/** Scopes: permissions of a key of a school's own program. Each call of the contract names the scope that it needs. */
export const SCOPES = ['balances', 'attendance', 'deposits'] as const;
export type Scope = (typeof SCOPES)[number];
