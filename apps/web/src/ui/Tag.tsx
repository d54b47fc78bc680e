import type { ReactNode } from 'react';
import classes from './Tag.module.css';

interface TagProps {
  readonly color: 'gray' | 'green' | 'red' | 'blue' | 'yellow';
  readonly icon?: ReactNode;
  /** Class of a sign before the words that is drawn by styles, where thousands are. */
  readonly sign?: string | undefined;
  /** Words that take more than one line where there is little room. */
  readonly long?: true;
  readonly children: ReactNode;
}

/** A state in a list: Mantine's light Badge to the eye, at the cost of one element, for lists of a thousand rows. */
export function Tag({ color, icon, sign, long, children }: TagProps) {
  return (
    <span className={sign ? `${classes.tag} ${sign}` : classes.tag} data-color={color} data-long={long}>
      {icon}
      {children}
    </span>
  );
}
