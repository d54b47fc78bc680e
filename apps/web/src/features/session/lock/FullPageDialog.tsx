import { type ReactNode, useEffect, useRef } from 'react';
import classes from './LockScreen.module.css';

/** Modal dialog of the browser over the whole page: nothing behind it can take the focus, and Esc does not close it. */
export function FullPageDialog({
  title,
  school,
  children,
}: {
  title: string;
  school: string | null;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const show = () => {
    if (!dialog.current?.open) dialog.current?.showModal();
  };
  useEffect(show, []);
  return (
    <dialog
      ref={dialog}
      className={classes.fullPage}
      aria-labelledby="lock-title"
      onCancel={(event) => event.preventDefault()}
      onClose={show}
    >
      <div className={classes.card}>
        <img src="/icon.svg" alt="" width="48" height="48" />
        <h1 id="lock-title" className={classes.title}>
          {title}
          {school && <span> · {school}</span>}
        </h1>
        {children}
      </div>
    </dialog>
  );
}
