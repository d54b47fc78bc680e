import classes from './SchoolScene.module.css';

/** Drawing of a school on a savannah ridge below the mountain, at sunrise; at night in the dark theme. */
export function SchoolScene() {
  return (
    <svg aria-hidden className={classes.scene} viewBox="0 0 1440 900" preserveAspectRatio="xMidYMax slice">
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={classes.skyTop} />
          <stop offset="0.55" className={classes.skyMiddle} />
          <stop offset="0.78" className={classes.skyLow} />
        </linearGradient>
        <radialGradient id="glow">
          <stop offset="0" className={classes.glowIn} />
          <stop offset="1" className={classes.glowOut} />
        </radialGradient>
      </defs>
      <rect width="1440" height="900" fill="url(#sky)" />
      <g className={classes.stars}>
        {STARS.map(([x, y, r]) => (
          <circle key={`${x}-${y}`} cx={x} cy={y} r={r} />
        ))}
      </g>
      <circle cx="1020" cy="560" r="420" fill="url(#glow)" />
      <circle cx="1020" cy="560" r="74" className={classes.sun} />
      <path
        className={classes.mountain}
        d="M140 640 L470 430 L520 396 L548 360 L566 374 L590 330 L612 366 L640 352 L668 400 L730 442 L1120 640z"
      />
      <path
        className={classes.snow}
        d="M520 396 L548 360 L566 374 L590 330 L612 366 L640 352 L668 400 L640 392 L622 408 L600 384 L580 410 L556 388z"
      />
      <path className={classes.far} d="M0 610c160-46 300-22 470 4s330 26 480-14 310-56 490-8v308H0z" />
      <path className={classes.middle} d="M0 690c210-60 420-34 640 0s470 24 800-40v250H0z" />
      <g className={classes.school}>
        <path d="M770 640h250v64H770z" />
        <path d="M756 642l26-34h226l26 34z" className={classes.roof} />
        <path d="M866 704v-40h40v40z" className={classes.door} />
        <path
          d="M792 656h26v20h-26zM832 656h22v20h-22zM920 656h22v20h-22zM956 656h26v20h-26z"
          className={classes.window}
        />
        <path d="M1056 706V590h4v116z" className={classes.pole} />
        <path d="M1060 592h40v8h-40z" fill="#1a1a1a" />
        <path d="M1060 600h40v8h-40z" fill="#b5202e" />
        <path d="M1060 608h40v8h-40z" fill="#0b6e4f" />
      </g>
      <path className={classes.near} d="M0 770c250-70 520-58 800-30s470 20 640-26v186H0z" />
      <Acacia x={250} y={780} scale={1.5} />
      <Acacia x={1240} y={742} scale={1} />
      <Acacia x={560} y={738} scale={0.6} />
      <path className={classes.front} d="M0 846c300-44 620-30 900-8s420 10 540-10v72H0z" />
      <g className={classes.birds}>
        <path d="M700 250q14-14 24 0q10-14 24 0M770 292q10-10 18 0q8-10 18 0M640 312q9-9 16 0q7-9 16 0" />
      </g>
    </svg>
  );
}

function Acacia({ x, y, scale }: { x: number; y: number; scale: number }) {
  return (
    <g className={classes.tree} transform={`translate(${x} ${y}) scale(${scale})`}>
      <path d="M-5 0c2-50-4-70-30-104l5-4c20 22 28 36 32 50c4-18 16-36 44-58l5 5C22-84 10-58 9 0z" />
      <path d="M-112-106c6-16 40-18 62-22c10-20 60-26 92-14c30-6 70 8 74 26c-40 10-80 4-112 6c-38 4-80 12-116 4z" />
    </g>
  );
}

const STARS: readonly (readonly [number, number, number])[] = [
  [120, 90, 1.6],
  [240, 180, 1.2],
  [330, 60, 1.8],
  [420, 230, 1.1],
  [520, 120, 1.5],
  [610, 50, 1.1],
  [690, 170, 1.7],
  [800, 80, 1.3],
  [880, 210, 1.1],
  [960, 60, 1.8],
  [1060, 150, 1.2],
  [1150, 70, 1.5],
  [1240, 220, 1.2],
  [1320, 110, 1.7],
  [1390, 190, 1.1],
  [60, 260, 1.3],
];
