import { type ComponentType, Suspense, useEffect, useReducer, useRef, useState } from 'react';
import { showError } from './notify.tsx';

/** Time for which a screen stands before the code of what it may open is fetched, in milliseconds: what it shows comes first. */
const FETCH_AFTER_MS = 3_000;
/** Pause after which what was fetched ahead in vain is fetched again, in milliseconds: a network that is lost behind the access point returns unheard. */
const AGAIN_AFTER_MS = 30_000;

type Closing = { readonly onClose: () => void } | { readonly onChange: (opened: false) => void };

/**
 * A dialog, drawer, menu or list that a press opens. Its code is fetched once the screen has stood for a while, so that it opens at once and without
 * a network too, or when it is asked for: `isAsked` is true then, or another value each time. What was asked for and did not come is told, closed again
 * (`onMissing`), and fetched anew when it is asked for again; with the next network, where it is asked for still: only what takes no focus may be left so.
 * What was fetched ahead in vain is fetched ahead again, with the next network and later. What stands in its place is a `latePart`.
 */
export function lateDialog<Props extends Closing>(
  load: () => Promise<ComponentType<Props>>,
  isAsked?: (props: Props) => unknown,
): ComponentType<Props>;
export function lateDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isAsked: (props: Props) => unknown,
  onMissing: (props: Props) => void,
): ComponentType<Props>;
export function lateDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isAsked: (props: Props) => unknown = () => true,
  onMissing: (props: Props) => void = close,
): ComponentType<Props> {
  let kept: ComponentType<Props> | null = null;
  return function LateDialog(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => kept);
    const [networks, again] = useReducer((before: number) => before + 1, 0);
    const asked = isAsked(props);
    const latest = useRef(props);
    latest.current = props;
    // biome-ignore lint/correctness/useExhaustiveDependencies: anew with each network
    useEffect(() => {
      if (Part) return;
      let gone = false;
      const take = async () => {
        kept ??= await load();
        if (!gone) setPart(() => kept);
      };
      let timer: ReturnType<typeof setTimeout> | undefined;
      const miss = () => {
        if (gone) return;
        window.addEventListener('online', again, { once: true });
        // Fetched ahead: whoever asks for it is told that it did not come.
        if (!asked) return wait(AGAIN_AFTER_MS);
        showError(null);
        onMissing(latest.current);
      };
      const fetchNow = () => void take().catch(miss);
      const wait = (ms: number) => void (timer = setTimeout(fetchNow, ms));
      if (asked) fetchNow();
      else wait(FETCH_AFTER_MS);
      return () => {
        gone = true;
        window.removeEventListener('online', again);
        clearTimeout(timer);
      };
    }, [asked, Part, networks]);
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

/** For a list, which takes no focus: it comes with the next network. */
export const stay = () => undefined;

function close({ onClose, onChange }: { onClose?: () => void; onChange?: (opened: false) => void }): void {
  onClose?.();
  onChange?.(false);
}

/** A dialog gives the focus back to where it was when it opened, so one that comes opened is drawn closed first. */
function FirstClosed<Props extends object>({ part: Part, props }: { part: ComponentType<Props>; props: Props }) {
  const [stands, setStands] = useState(false);
  useEffect(() => setStands(true), []);
  return <Part {...props} {...(!stands && 'opened' in props ? { opened: false } : {})} />;
}
