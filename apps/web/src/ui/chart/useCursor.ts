import { type KeyboardEvent, type PointerEvent, useState } from 'react';

const PAGE = 7;

/** Cursor of a chart: the place that is read out, moved by arrow keys, Home and End, pointer and touch. */
export function useCursor(places: number, start: number) {
  const [chosen, choose] = useState<number | null>(null);
  const last = Math.max(0, places - 1);
  const place = Math.min(chosen ?? start, last);
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: place - 1,
    ArrowDown: place - 1,
    ArrowRight: place + 1,
    ArrowUp: place + 1,
    PageDown: place - PAGE,
    PageUp: place + PAGE,
    Home: 0,
    End: last,
  };
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (width > 0) choose(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * places))));
  };
  return {
    place,
    handlers: {
      onKeyDown: (event: KeyboardEvent) => {
        const next = moves[event.key];
        if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        choose(Math.min(last, Math.max(0, next)));
      },
      onPointerDown: point,
      onPointerMove: point,
      onPointerLeave: () => choose(null),
    },
  };
}
