import { type ComponentType, lazy } from 'react';

const Nothing = () => null;

/** Part of a screen that is fetched by itself. Where its code cannot be had `instead` stands there, and the screen itself stays. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  instead: ComponentType<P> = Nothing,
): ComponentType<P> {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      // The browser has told its console; whoever stands there goes on.
      () => ({ default: instead }),
    ),
  );
}
