import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './ResultBanner.module.css';

interface ResultBannerProps {
  readonly label: string;
  readonly tone: 'ready' | 'busy' | 'done' | 'refused' | 'unsure';
  readonly Icon: Icon;
  readonly title: string;
  readonly text?: string;
  /** Content at the end, such as a button that resolves the problem. */
  readonly children?: ReactNode;
}

/** Result banner: the outcome of the last person in a queue, readable from a distance. Always rendered, so that nothing moves. */
export function ResultBanner({ label, tone, Icon, title, text, children }: ResultBannerProps) {
  return (
    <section className={classes.band} data-tone={tone} aria-label={label}>
      <Icon className={classes.icon} aria-hidden />
      <div
        className={classes.words}
        aria-live={tone === 'refused' || tone === 'unsure' ? 'assertive' : 'polite'}
        aria-atomic
      >
        <p className={classes.title}>{title}</p>
        {text && <p className={classes.text}>{text}</p>}
      </div>
      {children}
    </section>
  );
}
