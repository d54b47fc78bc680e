/** Screen of the console that is measured, and what has to be there until somebody can work with it. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** CSS of what has to be there, and how many of them, until somebody can work with it. */
  readonly ready: string;
  readonly count: number;
  readonly signedIn: boolean;
}

export const SCREENS: readonly Screen[] = [
  { name: 'sign-in', path: '/', ready: 'main button[type=submit]', count: 1, signedIn: false },
  ...[10, 100, 1_000].map((rows) => ({
    name: `View Students, ${rows.toLocaleString('en')} rows`,
    path: `/app/student.view?pageSize=${rows}`,
    ready: 'tbody tr',
    count: rows,
    signedIn: true,
  })),
  { name: 'dashboard', path: '/app/school.dash', ready: 'tbody tr', count: 1, signedIn: true },
  { name: 'gate', path: '/gate.html', ready: 'input', count: 1, signedIn: true },
];
