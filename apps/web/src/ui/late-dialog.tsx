import { type ComponentType, Suspense, useEffect, useReducer, useRef, useState } from 'react';
import { showError } from './notify.tsx';

/** Delay before the code of a dialog is prefetched, in milliseconds, so that the screen's own content loads first. */
const FETCH_AFTER_MS = 3_000;
/**
 * Delay before a failed prefetch is retried, in milliseconds: the browser fires no `online` event when a network that failed behind the
 * access point returns.
 */
const AGAIN_AFTER_MS = 30_000;

type Closing = { readonly onClose: () => void } | { readonly onChange: (opened: false) => void };

/**
 * Dialog, drawer, menu or list that a press opens. Its code is prefetched once the screen has been shown for a while, so that it opens at
 * once and also without a network, or loaded when `isAsked` returns true (or a new value each time). A failed load on request is reported,
 * closed again (`onMissing`), and retried on the next request, or when the network returns if it is still requested: only a part that takes
 * no focus may stay requested. A failed prefetch is retried when the network returns, and periodically. A part that is rendered in place is
 * a `latePart`.
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
        // A failed prefetch is not reported: the user is told once they open the dialog.
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
    // The dialog may suspend for its own texts, which must not hide the content around it.
    return (
      Part && (
        <Suspense>
          <FirstClosed part={Part} props={props} />
        </Suspense>
      )
    );
  };
}

/** Leaves the request open, for a list, which takes no focus: it loads when the network returns. */
export const stay = () => undefined;

function close({ onClose, onChange }: { onClose?: () => void; onChange?: (opened: false) => void }): void {
  onClose?.();
  onChange?.(false);
}

/** A dialog returns the focus to the element that had it on opening, so a dialog that would mount opened is rendered closed first. */
function FirstClosed<Props extends object>({ part: Part, props }: { part: ComponentType<Props>; props: Props }) {
  const [stands, setStands] = useState(false);
  useEffect(() => setStands(true), []);
  return <Part {...props} {...(!stands && 'opened' in props ? { opened: false } : {})} />;
}
