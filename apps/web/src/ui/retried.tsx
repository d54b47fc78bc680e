import { type ComponentType, lazy } from 'react';
import { createStore } from '../lib/store.ts';

export interface MissingProps<Props> {
  readonly error: unknown;
  readonly onAgain: () => void;
  readonly props: Props;
}

/** A part whose code is fetched when it is drawn, and anew when `Missing`, which stands in its place where that failed, says so. */
export function retried<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<MissingProps<Props>>,
): ComponentType<Props> {
  const fetched = (): ComponentType<Props> => {
    const own: ComponentType<Props> = lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        const again = () => void (part.get() === own && part.set(fetched()));
        return { default: (props: Props) => <Missing error={error} onAgain={again} props={props} /> };
      }
    });
    return own;
  };
  const part = createStore(fetched());
  return function LatePart(props: Props) {
    const Part = part.use();
    return <Part {...props} />;
  };
}
