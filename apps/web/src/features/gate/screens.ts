export type Kind = 'in' | 'out';
export type By = 'fingerprint' | 'pin';

/** One of the four screens of the gate. */
export interface Screen {
  readonly kind: Kind;
  readonly by: By;
}

const ADDRESS = /^\/app\/check(in|out)\.(fingerprint|pin)\/?$/;

export function screenAt(pathname: string): Screen {
  const [, kind, by] = ADDRESS.exec(pathname) ?? [];
  return { kind: kind === 'out' ? 'out' : 'in', by: by === 'pin' ? 'pin' : 'fingerprint' };
}

export function addressOf({ kind, by }: Screen): string {
  return `/app/check${kind}.${by}`;
}
