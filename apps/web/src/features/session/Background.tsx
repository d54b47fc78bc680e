import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './Background.module.css';
import { dailyPicture } from './queries.ts';
import { SchoolScene } from './SchoolScene.tsx';

/** Today's picture on top of a drawing, which is shown at once and stays where there is no picture. */
export function Background() {
  const { data: picture } = useQuery({
    queryKey: ['daily-picture'],
    queryFn: dailyPicture,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [ready, setReady] = useState(false);
  return (
    <div className={classes.background} aria-hidden>
      <SchoolScene />
      {picture && (
        <img
          src={picture}
          alt=""
          className={classes.picture}
          data-ready={ready || undefined}
          onLoad={() => setReady(true)}
        />
      )}
    </div>
  );
}
