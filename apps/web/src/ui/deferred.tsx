import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { showError } from './notify.tsx';

/** Time for which a screen stands before the code of what it may open is fetched, in milliseconds: what it shows comes first. */
const FETCH_AFTER_MS = 3_000;

/**
 * A part of a screen that is not there at first, such as a drawer. Its code is fetched once the screen has stood for a while, so
 * that it opens at once and without a network too, or when it is asked for. What did not come is said, and fetched anew the next
 * time: `isAsked` is true, or the number of times that it was asked for.
 */
export function deferred<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  isAsked: (props: Props) => boolean | number,
): ComponentType<Props> {
  let kept: ComponentType<Props> | null = null;
  return function Deferred(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => kept);
    const asked = isAsked(props);
    useEffect(() => {
      if (Part) return;
      let gone = false;
      const take = async () => {
        kept ??= await fetchPart();
        if (!gone) setPart(() => kept);
      };
      // Fetched ahead: whoever asks for it is told what fails.
      const timer = asked
        ? void take().catch(showError)
        : setTimeout(() => take().catch(() => undefined), FETCH_AFTER_MS);
      return () => {
        gone = true;
        clearTimeout(timer ?? undefined);
      };
    }, [asked, Part]);
    // It may wait for texts of its own, which must not take away what stands around it.
    return (
      Part && (
        <Suspense>
          <FirstClosed part={Part} props={props} />
        </Suspense>
      )
    );
  };
}

/** A dialog gives the focus back to where it was when it opened, so one that comes opened is drawn closed first. */
function FirstClosed<Props extends object>({ part: Part, props }: { part: ComponentType<Props>; props: Props }) {
  const [stands, setStands] = useState(false);
  useEffect(() => setStands(true), []);
  return <Part {...props} {...(!stands && 'opened' in props ? { opened: false } : {})} />;
}
