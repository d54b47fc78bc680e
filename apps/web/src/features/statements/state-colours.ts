export const STATEMENT_COLOURS = {
  asking: 'blue',
  waiting: 'yellow',
  approved: 'blue',
  rejected: 'gray',
  done: 'green',
} as const;
