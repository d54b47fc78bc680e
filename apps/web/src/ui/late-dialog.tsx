import { type ComponentType, useEffect, useRef } from 'react';
import { showError } from './notify.tsx';
import { retried } from './retried.tsx';

/**
 * A dialog whose code is fetched when it is asked for. What did not come is told, closed again (`onClose`) and fetched anew the next time; for one that
 * stands by itself `asked` is what changes then.
 */
export function lateDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  asked: (props: Props) => unknown = () => null,
): ComponentType<Props> {
  return retried(load, function MissingDialog({ error, onAgain, props }) {
    const latest = useRef({ onAgain, props });
    latest.current = { onAgain, props };
    useEffect(() => {
      showError(error);
      const { props } = latest.current;
      if ('onClose' in props && typeof props.onClose === 'function') props.onClose();
      // Closed, or gone with its screen.
      return () => latest.current.onAgain();
    }, [error]);
    const before = useRef(asked(props));
    useEffect(() => {
      if (!Object.is(before.current, asked(latest.current.props))) latest.current.onAgain();
    });
    return null;
  });
}
