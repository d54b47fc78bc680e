import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** Facts: a definition list of names and values. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === '' ? '---' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
