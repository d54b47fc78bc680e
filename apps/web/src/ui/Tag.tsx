import type { ReactNode } from 'react';
import classes from './Tag.module.css';

interface TagProps {
  readonly color: 'gray' | 'green' | 'red' | 'blue' | 'yellow';
  readonly icon?: ReactNode;
  /** Class of an icon that CSS draws before the text, for lists with thousands of tags. */
  readonly sign?: string | undefined;
  /** Text that wraps to several lines where space is short. */
  readonly long?: true;
  readonly children: ReactNode;
}

/** State in a list, which looks like Mantine's light Badge but is one element, for lists of a thousand rows. */
export function Tag({ color, icon, sign, long, children }: TagProps) {
  return (
    <span className={sign ? `${classes.tag} ${sign}` : classes.tag} data-color={color} data-long={long}>
      {icon}
      {children}
    </span>
  );
}
